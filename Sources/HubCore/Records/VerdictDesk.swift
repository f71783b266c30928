import BusProtocol
import MusicModel

/// What persons said, and the changes that are on their way to the disk. One is written at a time;
/// the others wait for their turn.
struct VerdictDesk: Sendable {
  /// A change that a client wants, and whom to answer.
  struct Order: Sendable {
    enum Change: Hashable, Sendable {
      case say(KeptVerdict)
      case undo
    }

    let client: Peer
    let sid: String
    let call: String
    let change: Change
    /// When it must have been answered.
    let mark: Instant
  }

  /// An order whose outcome is being written.
  struct Writing: Sendable {
    let order: Order
    let ticket: Int
    let verdict: KeptVerdict
    let outcome: [KeptVerdict]
    /// Whether its client was told that its time is over.
    var isAnswered = false
  }

  /// In the order in which they were said.
  var kept: [KeptVerdict] = []
  var waiting: [Order] = []
  var writing: Writing?
  /// Why nothing can be kept, where that is so.
  var problem: String?

  /// Those that were not answered.
  var open: [Order] {
    (writing.map { $0.isAnswered ? [] : [$0.order] } ?? []) + waiting
  }

  /// Whether a call of a session is one of those.
  func holds(_ call: String, of sid: String) -> Bool {
    open.contains { $0.call == call && $0.sid == sid }
  }

  func count(of sid: String) -> Int { open.count { $0.sid == sid } }

  /// Takes out one that is not being written.
  mutating func withdraw(_ call: String, of sid: String) -> Order? {
    waiting.firstIndex { $0.call == call && $0.sid == sid }.map { waiting.remove(at: $0) }
  }

  /// Takes out those whose time is over, and notes that the one that is being written is answered.
  mutating func takeOverdue(at now: Instant) -> [Order] {
    let overdue = open.filter { $0.mark <= now }
    waiting.removeAll { $0.mark <= now }
    if let writing, writing.order.mark <= now { self.writing?.isAnswered = true }
    return overdue
  }
}
