import BusProtocol
import MusicModel

/// The end: every call is answered, every peer told, every provider gone.
extension Hub {
  /// What is kept for the slowest provider's end, over its own grace, in milliseconds.
  private static let stopMarginMs = 1_000

  mutating func stop(because reason: String) {
    guard life == .running else { return }
    log(.info, "The hub stops: \(reason).")
    life = .stopping
    timers.set(.shutdown, at: turn.now + settings.stopGraceMs + Hub.stopMarginMs)
    for key in calls.keys.sorted() { fail(key, Failure(.hubStopping, Hub.stopText)) }
    for (id, _) in watchers.watches { endWatch(id, Failure(.hubStopping, Hub.stopText)) }
    pendingReplies.rejectAll(Failure(.hubStopping, Hub.stopText), &turn)
    entityIndex.stop()
    performEffects()
    providerCalls.stop(&turn)
    waiters = [:]
    let bye = Bye(code: .hubStopping, message: Hub.stopText)
    sessions.closeClientSessions(bye, &turn)
    for id in providers.keys.sorted() { letGo(id, bye) }
    finishStopIfNothingRuns()
  }

  static let stopText = "The hub is stopping."

  private mutating func letGo(_ id: ProviderID, _ bye: Bye) {
    guard let slot = providers[id] else { return }
    timers.cancel(.provider(.hello(id)))
    timers.cancel(.provider(.restart(id)))
    sessions.closeSession(of: id, bye, &turn)
    if let process = slot.process {
      if case .leaving = slot.state { return }
      providers[id]?.state = .leaving(since: turn.now, process: process)
      act(.stop(id, graceMs: settings.stopGraceMs))
    } else if !slot.isRunning {
      providers[id]?.state = .stopped(reason: "the hub is stopping")
    }
  }

  mutating func finishStopIfNothingRuns() {
    guard life == .stopping, !providers.values.contains(where: \.isRunning) else { return }
    life = .finished
    act(.finished)
  }

  mutating func stopIsDue() {
    guard life == .stopping else { return }
    let left = providers.filter(\.value.isRunning).keys.sorted().map(\.rawValue)
    log(.error, "These providers did not leave in time: \(left.joined(separator: ", ")).")
    life = .finished
    act(.finished)
  }
}
