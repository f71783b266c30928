import BusProtocol
import MusicModel

/// The end: every call is answered, every peer told, every provider gone.
extension Hub {
  /// What is kept for the slowest provider's end, over its own grace, in milliseconds.
  private static let stopMarginMs = 1_000

  mutating func stop(because reason: String) {
    guard life == .running else { return }
    log(.info, "The hub stops: \(reason).")
    let deadline = now + settings.stopGraceMs + Hub.stopMarginMs
    life = .stopping(deadline: deadline)
    timers.set(.stop, at: deadline)
    for key in calls.keys.sorted() { fail(key, Failure(.hubStopping, "The hub is stopping.")) }
    let bye = Bye(code: .hubStopping, message: "The hub is stopping.")
    for session in clients.values.sorted(by: { $0.sid < $1.sid }) {
      send(Header(type: .bye, sid: session.sid), bye, to: session.peer)
    }
    clients.removeAll()
    questions.removeAll()
    for (id, slot) in providers.sorted(by: { $0.key < $1.key }) {
      if let session = slot.session {
        send(Header(type: .bye, sid: session.sid), bye, to: session.peer)
      }
      if slot.isRunning { act(.stop(id, graceMs: settings.stopGraceMs)) }
    }
    finishStopIfNothingRuns()
  }

  mutating func finishStopIfNothingRuns() {
    guard case .stopping = life, !providers.values.contains(where: \.isRunning) else { return }
    life = .finished
    act(.finished)
  }

  mutating func stopIsDue() {
    guard case .stopping = life else { return }
    let left = providers.filter(\.value.isRunning).keys.sorted().map(\.rawValue)
    log(.error, "These providers did not leave in time: \(left.joined(separator: ", ")).")
    life = .finished
    act(.finished)
  }
}
