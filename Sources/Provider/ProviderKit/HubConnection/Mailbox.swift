internal import Synchronization
internal import ZeroMQ

/// Passes events from tasks and signal handlers to the thread that owns the socket, and wakes it.
///
/// Its size is bounded by the number of running calls.
final class Mailbox: Sendable {
  let waker: Waker
  private let events = Mutex<[ProviderSession.Event]>([])

  init() throws(ZeroMQError) { waker = try Waker() }

  func post(_ event: ProviderSession.Event) {
    events.withLock { $0.append(event) }
    waker.signal()
  }

  /// Removes and returns all events.
  func drain() -> [ProviderSession.Event] {
    waker.reset()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
