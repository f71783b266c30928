import MusicModel

/// Charts are compared by id only: the "Top 100" of two stores have nothing in common.
struct ChartFeatures: MatchFeatures {
  typealias Whole = Chart

  static func score<Sink: EvidenceSink>(
    _ one: ChartFeatures,
    _ other: ChartFeatures,
    _ arena: NameArena,
    into sink: inout Sink
  ) {}

  func forEachKey(_ arena: NameArena, _ body: (UInt64) -> Void) {}
}
