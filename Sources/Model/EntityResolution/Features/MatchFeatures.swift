import MusicModel

/// The compared features of a record, extracted once for many comparisons.
protocol MatchFeatures: Sendable {
  associatedtype Whole
  /// Scores the features of two records; ids are scored elsewhere.
  static func score<Sink: EvidenceSink>(
    _ one: Self,
    _ other: Self,
    _ arena: NameArena,
    into sink: inout Sink
  )
  /// Whether two records cannot match, by fast comparisons only or, if `closely`, also by slower ones. Ids and
  /// user verdicts may still join them.
  static func cannotMatch(
    _ one: Self,
    _ other: Self,
    _ arena: NameArena,
    closely: Bool
  ) -> Bool
  /// Whether its ids identify nothing in particular.
  var idsAreMeaningless: Bool { get }
  /// The score from which two undecided records are joined. Nothing may contradict it, and neither
  /// may fit another record.
  static var minPossibleMatch: Int { get }
  /// The number of keys that records of one entity usually share.
  static var usualKeys: Int { get }
  /// Calls `body` with the blocking keys: records without a common key are not compared.
  func forEachKey(_ arena: NameArena, _ body: (UInt64) -> Void)
  /// Calls `body` with keys that many unrelated records share. They are used only if one record
  /// lacks the features of a better key.
  func forEachWeakKey(_ arena: NameArena, _ body: (UInt64) -> Void)
  var lacksKeys: Bool { get }
  /// Adds all compared features: records with equal fingerprints score alike against any other.
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena)
}

/// Extracts the features of many records and stores their names in one arena.
struct FeatureExtractor: Sendable {
  private(set) var arena = NameArena()
  private var titles = TitleParser()
  private var credits = ArtistCreditParser()
  let context: MatchContext

  init(records: Int, context: MatchContext) {
    arena.reserve(records: records)
    self.context = context
  }

  mutating func title(_ text: String) -> ParsedTitle { titles.read(text, into: &arena) }
  mutating func credit(_ text: String?) -> ArtistCredit {
    text.map { credits.read($0, into: &arena) } ?? ArtistCredit()
  }

  /// Adds the album titles of an artist that the caller knows, as hashes without duplicates.
  mutating func addAlbums(of ids: [EntityID]) -> Range<Int32> {
    var hashes: Set<UInt64> = []
    for id in ids where !context.albums.isEmpty {
      for text in context.albums[id] ?? [] {
        let title = title(text)
        if !title.isUnknown, !title.marks.contains(.generic) { hashes.insert(title.core.hash) }
      }
    }
    let start = arena.memberCount
    for hash in hashes.sorted() { arena.add(member: hash) }
    return start..<arena.memberCount
  }
}

extension Optional<Int> {
  /// The number, or 0 if it is unknown or implausible.
  func plausible(_ range: ClosedRange<Int>) -> Int {
    self.flatMap { range.contains($0) ? $0 : nil } ?? 0
  }
}
