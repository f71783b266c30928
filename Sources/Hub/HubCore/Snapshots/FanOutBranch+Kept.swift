import BusProtocol
import MusicModel

/// What a source told before stands in for what it does not tell now.
extension FanOutBranch {
  /// What is kept of its answer, as far as the call has use for it.
  struct Kept: Sendable {
    let records: [CachedReply.Record]
    let skipped: Int
    let ageMs: Int

    init(_ kept: CachedReply, for call: ClientCall, at wallMs: Int) {
      records = kept.records.filter { call.accepts($0.entity) }
      skipped = kept.skipped + kept.records.count - records.count
      ageMs = kept.ageMs(at: wallMs)
    }
  }

  /// Shows what is kept in place of an answer.
  mutating func show(_ kept: Kept) {
    records = earlier + kept.records.map(\.entity)
    for record in kept.records { recordTimes[record.entity.id] = record.fetchedMs }
    skipped = kept.skipped
    setKnown(count: records.count, ageMs: kept.ageMs)
  }
}
