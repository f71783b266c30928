import BusProtocol
import ClientKit

/// The summary that `--json` prints as one line on standard error.
struct ReplySummary: Encodable {
  var sources: [SourceReport]
  var total: Int?
  var totalIsExact: Bool?
  var next: Int?
  var notes: [String]?
  /// The number of entities that this version cannot decode.
  var unreadable: Int?

  init(_ reply: Reply) {
    sources = reply.done.sources ?? []
    total = reply.done.total
    totalIsExact = reply.done.totalIsExact
    next = reply.done.next
    notes = reply.done.notes
    unreadable = reply.unreadableCount > 0 ? reply.unreadableCount : nil
  }
}
