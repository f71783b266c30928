import BusProtocol
import ClientKit

/// What `--json` tells besides the entities: one line for standard error.
struct AnswerSummary: Encodable {
  var sources: [SourceReport]
  var total: Int?
  var totalIsExact: Bool?
  var next: Int?
  var notes: [String]?
  /// Entities that came and that this version cannot read.
  var unreadable: Int?

  init(_ answer: Reply) {
    sources = answer.done.sources ?? []
    total = answer.done.total
    totalIsExact = answer.done.totalIsExact
    next = answer.done.next
    notes = answer.done.notes
    unreadable = answer.unreadableCount > 0 ? answer.unreadableCount : nil
  }
}
