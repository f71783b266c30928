import MusicModel

/// What of a record is compared, read once before it is compared with many.
protocol Profile {
  associatedtype Whole
  /// Weighs what two records say of themselves; their ids are weighed elsewhere.
  static func weigh<Sink: EvidenceSink>(
    _ one: Self,
    _ other: Self,
    _ pool: NamePool,
    into sink: inout Sink
  )
  /// Whether its ids name nobody in particular.
  var idsAreMeaningless: Bool { get }
  /// From how many points on two records are joined where nothing speaks against it and neither
  /// fits anything else.
  static var hintMin: Int { get }
  /// Tells the keys of which two records must have one in common to be compared at all.
  func forEachKey(_ pool: NamePool, _ body: (UInt64) -> Void)
}

/// Makes the profiles of many records and keeps their names in one pool.
struct ProfileReader {
  private(set) var pool = NamePool()
  private var titles = TitleReader()
  private var credits = CreditReader()
  let context: MatchContext

  init(records: Int, context: MatchContext) {
    pool.reserve(records: records)
    self.context = context
  }

  mutating func title(_ text: String) -> Title { titles.read(text, into: &pool) }
  mutating func credit(_ text: String?) -> Credit {
    text.map { credits.read($0, into: &pool) } ?? Credit()
  }

  /// The titles of an artist's albums that the caller knows, as sorted hashes without repetition.
  mutating func albums(of ids: [EntityID]) -> [UInt64] {
    guard !context.albums.isEmpty else { return [] }
    var hashes: Set<UInt64> = []
    for id in ids {
      for text in context.albums[id] ?? [] {
        let title = title(text)
        if !title.isUnknown, !title.marks.contains(.generic) { hashes.insert(title.core.hash) }
      }
    }
    return hashes.sorted()
  }
}
