import BusProtocol
import MusicModel

/// Sessions of providers, as far as their processes are concerned.
extension Supervisor {
  /// Checks the token and the descriptor of a provider.
  mutating func check(_ hello: ProviderHello) -> HelloDecision {
    let match = slots.first { $0.value.process.map { $0.token == hello.hello.token } ?? false }
    guard let (id, slot) = match else {
      let text = "Unknown token: it is not that of a provider of this hub."
      return .reject(Failure(.tokenInvalid, text))
    }
    if case .terminating = slot.state {
      let text = "The hub is replacing this process."
      return .bye(Bye(code: .providerLost, message: text))
    }
    do throws(Failure) {
      guard let descriptor = hello.hello.descriptor, descriptor.id == id else {
        throw Failure(.protocolViolation, "The hello has no descriptor of \"\(id)\".")
      }
      try descriptor.check()
      return .accept(id, descriptor)
    } catch {
      slots[id]?.lastError = error.message
      return .reject(error)
    }
  }

  mutating func sessionOpened(
    _ id: ProviderID,
    _ descriptor: Descriptor,
    _ turn: inout Turn
  ) {
    guard let slot = slots[id], let process = slot.process else { return }
    slots[id]?.state = .ready(process)
    slots[id]?.descriptor = descriptor
    turn.timers.cancel(.provider(.hello(id)))
    if slot.isReady {
      closeQueue(of: id, because: "it reconnected", &turn)
      if countSessionLoss(of: id, &turn) { return }
    }
    turn.log(
      .info,
      "Provider \(id) \(descriptor.version) is ready: \(descriptor.methods.count.pluralized("method"))."
    )
    let missing = slot.manifest.methods.filter { !descriptor.serves($0) }
    if !missing.isEmpty {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      let text = "Provider \(id) lacks methods declared in its manifest: \(names)."
      turn.log(.warning, text)
    }
    if let schema = descriptor.configSchema {
      turn.perform(.checkConfiguration(id, schema: schema))
    }
    turn.post(.repliesOutdated(because: .providersChanged))
    turn.post(.queueOpened(id, descriptor, slot.found.trust, sinceMs: slot.found.sinceMs))
    turn.post(.providerChanged(id))
  }

  /// Waits for another session, as the process may still run.
  mutating func sessionLost(_ id: ProviderID, because reason: String, _ turn: inout Turn) {
    guard case .ready(let process) = slots[id]?.state else { return }
    turn.log(.warning, "Provider \(id) lost its session: \(reason).")
    slots[id]?.lastError = reason
    slots[id]?.state = .starting(since: turn.now, process: process)
    turn.timers.set(.provider(.hello(id)), at: turn.now + settings.helloMs)
    closeQueue(of: id, because: reason, &turn)
    _ = countSessionLoss(of: id, &turn)
  }

  /// Counts a lost session. A provider that loses too many is restarted.
  ///
  /// - Returns: whether it is restarted.
  private mutating func countSessionLoss(of id: ProviderID, _ turn: inout Turn) -> Bool {
    guard slots[id]?.sessionLosses.recordLoss(at: turn.now) == .quarantine else { return false }
    slots[id]?.sessionLosses = RestartPolicy()
    let reason = "it lost \(RestartPolicy.maxLosses) sessions in a short time"
    restartFaulty(id, because: reason, &turn)
    return true
  }

  /// Notes the last error of a provider.
  mutating func callFailed(at id: ProviderID, _ message: String) { slots[id]?.lastError = message }
}
