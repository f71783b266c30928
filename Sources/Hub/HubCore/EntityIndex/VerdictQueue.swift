import BusProtocol
import MusicModel

/// Changes of the user's verdicts, written to disk one at a time.
struct VerdictQueue: Sendable {
  enum Change: Hashable, Sendable {
    case add(StoredVerdict)
    /// The last verdict is undone, which must be about these ids if there are any.
    case undo(of: Set<EntityID>)
  }

  /// The change that is being written.
  struct Write: Sendable {
    let operation: OperationID
    /// Whether it removes the verdict.
    let isUndo: Bool
    let verdict: StoredVerdict
    /// All verdicts after the change.
    let outcome: [StoredVerdict]
  }

  /// Whether the verdicts of an earlier hub are known, which every change must include.
  var isLoaded = false
  var queued: [(operation: OperationID, change: Change)] = []
  var write: Write?
  /// The reason why verdicts cannot be written, or `nil`.
  var problem: String?

  /// The error of every change if verdicts cannot be written.
  var failure: Failure? {
    problem.map { Failure(.internalError, "Your verdicts cannot be changed. \($0)") }
  }

  var count: Int { queued.count + (write == nil ? 0 : 1) }
}
