import BusProtocol
import MusicModel

/// The records of a provider in a call.
struct BranchItems: Sendable {
  var records: [Entity] = []
  /// Fetch times, in milliseconds since 1970, of the records that are not new.
  var fetchTimes: [EntityID: Int] = [:]
  /// The number of skipped records.
  var skipped = 0
  /// Notes for the user.
  var notes: [String] = []
  /// The report on what the user has.
  var collection: CollectionReport?

  /// Whether a reply has nothing in it.
  var isEmpty: Bool { records.isEmpty && collection == nil }

  /// The freshness lifetime of the last reply, in milliseconds, if that states one.
  var freshMs: Int?

  /// The number of all records, if the source reports it.
  var total: Int?
  /// The position of the following records at the source, if there are any.
  var next: ListPosition?

  /// Whether it contains as many records as were requested, so that there may be more.
  ///
  /// A source that reports where its list continues, or how long it is, needs no such guess.
  func fills(_ limit: Int) -> Bool { total == nil && records.count + skipped >= limit }

  /// Takes the items of a reply that are of the requested kind, after those of earlier replies.
  mutating func apply(_ reply: ProviderReply, to subject: BranchSubject, of request: ClientRequest)
  {
    let accepted = reply.items.filter { request.accepts($0) }
    records = subject.earlier + accepted
    fetchTimes.merge(reply.recordTimes) { $1 }
    skipped = reply.skipped + reply.items.count - accepted.count
    total = reply.total ?? total
    notes = reply.notes
    collection = reply.collection
    // A page that is not complete is requested again.
    next = reply.isComplete ? reply.next : subject.position
  }
}
