import MusicModel

/// Charts are told apart by their ids alone: two shops' "Top 100" have nothing in common.
struct ChartProfile: Profile {
  typealias Whole = Chart

  static func weigh<Sink: EvidenceSink>(
    _ one: ChartProfile,
    _ other: ChartProfile,
    _ pool: NamePool,
    into sink: inout Sink
  ) {}

  func forEachKey(_ pool: NamePool, _ body: (UInt64) -> Void) {}
}
