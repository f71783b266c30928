import BusProtocol
import MusicModel

/// Verdicts whose time is over, or that are no longer wanted, before they are on the disk.
extension Hub {
  mutating func verdictsAreOverdue() {
    let written = desk.writing?.order.ticket
    for order in desk.takeOverdue(at: turn.now) {
      let text =
        order.ticket == written
        ? "The verdict is still being written, and may be kept."
        : "The verdict was not written in time, and is not kept."
      reply(Failure(.deadlineExceeded, text), to: order.ticket)
    }
  }

  /// - Returns: whether the call is a verdict. One that is being written goes on.
  mutating func cancelVerdict(_ call: String, of sid: String) -> Bool {
    guard desk.holds(call, of: sid) else { return false }
    guard let order = desk.withdraw(call, of: sid) else { return true }
    let text = "The call was cancelled; the verdict is not kept."
    reply(Failure(.cancelled, text), to: order.ticket)
    awaitDisk()
    return true
  }
}
