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
  }

  /// An order whose outcome is being written.
  struct Writing: Sendable {
    let order: Order
    let ticket: Int
    let verdict: KeptVerdict
    let outcome: [KeptVerdict]
  }

  /// In the order in which they were said.
  var kept: [KeptVerdict] = []
  var waiting: [Order] = []
  var writing: Writing?
  /// Why nothing can be kept, where that is so.
  var problem: String?
}
