import MusicModel

/// The records of a provider in a call.
struct BranchItems: Sendable {
  var records: [Entity] = []
  /// Fetch times, in milliseconds since 1970, of the records that are not new.
  var fetchTimes: [EntityID: Int] = [:]
  /// The number of skipped records.
  var skipped = 0

  /// Whether it contains as many records as were requested, so that there may be more.
  func fills(_ limit: Int) -> Bool { records.count + skipped >= limit }

  /// Takes the items of a reply that are of the requested kind, after those of earlier replies.
  mutating func apply(_ reply: ProviderReply, after earlier: [Entity], of request: ClientRequest) {
    let accepted = reply.items.filter { request.accepts($0) }
    records = earlier + accepted
    fetchTimes.merge(reply.recordTimes) { $1 }
    skipped = reply.skipped + reply.items.count - accepted.count
  }
}
