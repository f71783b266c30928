import BusProtocol
import MusicModel

/// Verdicts whose time is over, or that are no longer wanted, before they are on the disk; and when
/// all that waits for the disk is over.
extension Hub {
  /// Sees to it that a disk that hangs keeps nobody waiting.
  mutating func awaitDisk() {
    timers.cancel(.orders)
    let marks = desk.tickets.map(\.mark) + cacheDesk.tickets.map(\.mark)
    if let mark = marks.min() { timers.set(.orders, at: mark) }
  }

  mutating func ordersAreOverdue() {
    let written = desk.writing?.order.ticket
    for order in desk.takeOverdue(at: now) {
      let text =
        order.ticket == written
        ? "The verdict is still being written, and may be kept."
        : "The verdict was not written in time, and is not kept."
      reply(Failure(.deadlineExceeded, text), to: order.ticket)
    }
    cacheOrdersAreOverdue()
    awaitDisk()
  }

  /// - Returns: whether the call is a verdict. One that is being written goes on.
  mutating func cancelOrder(_ call: String, of sid: String) -> Bool {
    guard desk.holds(call, of: sid) else { return false }
    guard let order = desk.withdraw(call, of: sid) else { return true }
    let text = "The call was cancelled; the verdict is not kept."
    reply(Failure(.cancelled, text), to: order.ticket)
    awaitDisk()
    return true
  }
}
