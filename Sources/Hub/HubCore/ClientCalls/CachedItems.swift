import BusProtocol
import MusicModel

/// The records of a cached reply that are of the kind that a call requests.
struct CachedItems: Sendable {
  let records: [CachedReply.Record]
  let skipped: Int
  let next: ListPosition?
  let total: Int?
  let notes: [String]
  let ageMs: Int

  init(_ cached: CachedReply, for request: ClientRequest, at unixMs: Int) {
    records = cached.records.filter { request.accepts($0.entity) }
    (next, total, notes) = (cached.next, cached.total, cached.notes)
    skipped = cached.skipped + cached.records.count - records.count
    ageMs = cached.ageMs(at: unixMs)
  }
}
