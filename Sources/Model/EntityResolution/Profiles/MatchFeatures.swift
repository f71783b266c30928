import MusicModel

/// What of a record is compared, read once before it is compared with many.
protocol MatchFeatures: Sendable {
  associatedtype Whole
  /// Weighs what two records say of themselves; their ids are weighed elsewhere.
  static func weigh<Sink: EvidenceSink>(
    _ one: Self,
    _ other: Self,
    _ pool: NameArena,
    into sink: inout Sink
  )
  /// Whether two records cannot be found to be one thing, by what is compared quickly; looked at closely,
  /// also by what takes longer. Ids and persons may say so all the same.
  static func areOutOfReach(
    _ one: Self,
    _ other: Self,
    _ pool: NameArena,
    closely: Bool
  ) -> Bool
  /// Whether its ids name nobody in particular.
  var idsAreMeaningless: Bool { get }
  /// From how many points on two records are joined where nothing speaks against it and neither
  /// fits anything else.
  static var hintMin: Int { get }
  /// Tells the keys of which two records must have one in common to be compared at all.
  func forEachKey(_ pool: NameArena, _ body: (UInt64) -> Void)
  /// The same for keys that many records share who have nothing to do with each other: they are
  /// compared only where one of the two lacks what would make a better key.
  func forEachWeakKey(_ pool: NameArena, _ body: (UInt64) -> Void)
  var lacksKeys: Bool { get }
  /// Its names stand elsewhere in the pool now.
  mutating func move(by offset: NameArena.Offset)
  /// Adds all that is compared: records of one look are weighed alike against any other.
  func addLook(to look: inout StableHash, _ pool: NameArena)
}

/// Makes the profiles of many records and keeps their names in one pool.
struct FeatureExtractor: Sendable {
  private(set) var pool = NameArena()
  private var titles = TitleParser()
  private var credits = ArtistCreditParser()
  let context: MatchContext

  init(records: Int, context: MatchContext) {
    pool.reserve(records: records)
    self.context = context
  }

  /// Takes over the names that another reader read, and answers by how much they have moved.
  mutating func append(_ other: FeatureExtractor) -> NameArena.Offset { pool.append(other.pool) }

  mutating func title(_ text: String) -> ParsedTitle { titles.read(text, into: &pool) }
  mutating func credit(_ text: String?) -> ArtistCredit {
    text.map { credits.read($0, into: &pool) } ?? ArtistCredit()
  }

  /// Keeps the titles of an artist's albums that the caller knows, as hashes without repetition.
  mutating func addAlbums(of ids: [EntityID]) -> Range<Int32> {
    var hashes: Set<UInt64> = []
    for id in ids where !context.albums.isEmpty {
      for text in context.albums[id] ?? [] {
        let title = title(text)
        if !title.isUnknown, !title.marks.contains(.generic) { hashes.insert(title.core.hash) }
      }
    }
    let start = pool.memberCount
    for hash in hashes.sorted() { pool.add(member: hash) }
    return start..<pool.memberCount
  }
}

extension Optional<Int> {
  /// The number, or 0 where it is unknown or cannot be meant.
  func plausible(_ range: ClosedRange<Int>) -> Int {
    self.flatMap { range.contains($0) ? $0 : nil } ?? 0
  }
}
