internal import CZeroMQ
internal import Glibc

/// Lets any thread end the wait of the thread that owns the sockets.
public final class Waker: Sendable {
  let descriptor: Int32

  public init() throws(ZeroMQError) {
    descriptor = eventfd(0, O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ZeroMQError("eventfd") }
  }

  deinit {
    close(descriptor)
  }

  /// Ends the present wait, or the next one.
  public func signal() {
    var one: UInt64 = 1
    // It can fail only when it is already signalled 2⁶⁴ − 2 times.
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Clears the signals so far; called by the waiting thread.
  public func reset() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
