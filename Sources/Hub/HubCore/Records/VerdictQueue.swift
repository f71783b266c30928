import BusProtocol
import MusicModel

/// What persons said, and the changes that are on their way to the disk. One is written at a time;
/// the others wait for their turn.
struct VerdictQueue: Sendable {
  /// A change that a client wants, and whom to answer.
  struct Order: Sendable {
    enum Change: Hashable, Sendable {
      case say(StoredVerdict)
      case undo
    }

    let ticket: PendingReply
    let change: Change
  }

  /// An order whose outcome is being written.
  struct Writing: Sendable {
    let order: Order
    let ticket: Int
    let verdict: StoredVerdict
    let outcome: [StoredVerdict]
    /// Whether its client was told that its time is over.
    var isAnswered = false
  }

  var waiting: [Order] = []
  var writing: Writing?
  /// Why nothing can be kept, where that is so.
  var problem: String?

  /// Those that were not answered.
  var open: [Order] {
    (writing.map { $0.isAnswered ? [] : [$0.order] } ?? []) + waiting
  }

  /// Takes out one that is not being written.
  mutating func withdraw(_ call: String, of sid: String) -> Order? {
    waiting.firstIndex { $0.ticket.isOf(call, sid) }.map { waiting.remove(at: $0) }
  }

  /// Takes out those whose time is over, and notes that the one that is being written is answered.
  mutating func takeOverdue(at now: Instant) -> [Order] {
    let overdue = open.filter { $0.ticket.mark <= now }
    waiting.removeAll { $0.ticket.mark <= now }
    if let writing, writing.order.ticket.mark <= now { self.writing?.isAnswered = true }
    return overdue
  }
}

extension VerdictQueue: PendingReplyQueue {
  var tickets: some Sequence<PendingReply> { open.lazy.map(\.ticket) }
}
