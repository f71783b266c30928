import MusicModel

/// Something that two records have in common if they may match.
enum BlockingKey: Hashable {
  case id(EntityID)
  /// The group of a user verdict.
  case verdict(Int)
  /// A known entity.
  case link(EntityID)
  /// One or two features.
  case features(Combination, String, String)

  /// The features that a key combines.
  enum Combination {
    case artistName, artistWords, artistEnds
    case albumTitle, albumStart, albumEnd, albumWord
    case titleAndArtist, titleAndAlbum, titleAndTrack, titleAndLength
    case artistAndLength, artistAndTrack, artistAndAlbum, albumAndLength, albumAndTrack, numbers
  }

  /// The weight of a key that decides, which is more than that of all features.
  static let decisive = 64

  var weight: Int {
    switch self {
    case .id, .verdict, .link: BlockingKey.decisive
    case .features: 1
    }
  }
}

/// Two records and their score.
struct ScoredPair {
  let points: Int
  let one: Int
  let other: Int

  func partner(of record: Int) -> Int { record == one ? other : one }
}

/// The pairs of records that match or may match, based on the two records alone.
///
/// A record is compared with earlier ones that share a key. How many is bounded, so that the work grows
/// linearly even if hundreds of records look alike.
struct CandidatePairs {
  /// The maximum number of records that one key finds, the latest ones: five sources with three editions
  /// each. A key that more have is not informative, and matching records share others.
  static let maxPerKey = 16
  /// The maximum number of records that a record is compared with: those with the most shared keys. It is
  /// three times the usual number of records per song. (At most ``maxPerKey``, so that records with a
  /// shared id are compared.)
  static let maxComparisons = 12

  /// The matching pairs, the best first.
  private(set) var matches: [ScoredPair] = []
  /// The undecided pairs without evidence against them, the best first.
  private(set) var possibleMatches: [ScoredPair] = []
  /// The number of scored pairs.
  private(set) var comparisons = 0

  init(of matcher: Matcher) {
    CandidatePairs.forEachRecord(of: matcher) { compare($0, with: $1, matcher) }
    matches = CandidatePairs.sorted(matches)
    possibleMatches = CandidatePairs.sorted(possibleMatches)
  }

  /// All pairs of records.
  static func all(of matcher: Matcher) -> [(Int, Int)] {
    (0..<matcher.count).flatMap { other in (0..<other).map { ($0, other) } }
  }

  /// The pairs of records that are compared because they have a key in common.
  static func withCommonKey(of matcher: Matcher) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    forEachRecord(of: matcher) { record, others in pairs += others.map { ($0.record, record) } }
    return pairs
  }

  /// Calls `use` with each record and those before it that it is compared with.
  private static func forEachRecord(
    of matcher: Matcher,
    _ use: (_ record: Int, _ others: [(record: Int, shared: Int)]) -> Void
  ) {
    var found: [BlockingKey: [Int]] = [:]
    for record in 0..<matcher.count {
      let keys = matcher.keys(of: record)
      use(record, earlier(with: keys, in: found))
      for key in keys { found[key, default: []].append(record) }
    }
  }

  /// The records to compare with one that has these keys, and the weight of the keys that they share; those
  /// that share most come first.
  private static func earlier(
    with keys: [BlockingKey],
    in found: [BlockingKey: [Int]]
  ) -> [(record: Int, shared: Int)] {
    var shared: [Int: Int] = [:]
    for key in keys {
      for other in found[key, default: []].suffix(maxPerKey) {
        shared[other, default: 0] += key.weight
      }
    }
    return shared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(maxComparisons).map { (record: $0.key, shared: $0.value) }
  }

  private mutating func compare(
    _ record: Int,
    with others: [(record: Int, shared: Int)],
    _ matcher: Matcher
  ) {
    var required = 0
    for (other, shared) in others where shared >= required {
      let evidence = matcher.evidence(other, record, itemized: false)
      let pair = ScoredPair(points: evidence.points, one: other, other: record)
      comparisons += 1
      if pair.points >= Weights.same {
        matches.append(pair)
        // Records that share much less than a match are left to those that share more with them.
        required = max(required, shared % BlockingKey.decisive / 2)
      } else if pair.points >= matcher.minPossibleMatch(of: other), !evidence.isContradicted {
        possibleMatches.append(pair)
      }
    }
  }

  private static func sorted(_ pairs: [ScoredPair]) -> [ScoredPair] {
    pairs.sorted { ($1.points, $0.one, $0.other) < ($0.points, $1.one, $1.other) }
  }
}
