internal import Synchronization
internal import ZeroMQ

/// How tasks and signals talk to the one thread that owns the socket: a value is left here, and
/// the thread is woken.
///
/// It is bounded by what puts something in: as many calls as run, each with its own items.
final class Mailbox: Sendable {
  let wakeUp: Waker
  private let events = Mutex<[ProviderSession.Event]>([])

  init() throws(ZeroMQError) { wakeUp = try Waker() }

  func post(_ event: ProviderSession.Event) {
    events.withLock { $0.append(event) }
    wakeUp.signal()
  }

  /// Takes all that has come since the last time.
  func empty() -> [ProviderSession.Event] {
    wakeUp.reset()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
