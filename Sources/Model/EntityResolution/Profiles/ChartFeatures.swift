import MusicModel

/// Charts are told apart by their ids alone: two shops' "Top 100" have nothing in common.
struct ChartFeatures: MatchFeatures {
  typealias Whole = Chart

  static func weigh<Sink: EvidenceSink>(
    _ one: ChartFeatures,
    _ other: ChartFeatures,
    _ pool: NameArena,
    into sink: inout Sink
  ) {}

  func forEachKey(_ pool: NameArena, _ body: (UInt64) -> Void) {}
}
