import BusProtocol

extension ClientCalls {
  /// Returns the first broken coupling of calls, branches, waiters and timers, or `nil`.
  func checkInvariants(_ timers: TimerQueue) -> String? {
    for (client, ids) in callsOfClient {
      for (name, id) in ids where calls[id]?.origin.client != client {
        return "The call \"\(name)\" of a client has ended or belongs to another."
      }
    }
    return calls.values.lazy.compactMap { broken($0, timers) }.first
  }

  private func broken(_ call: ClientCall, _ timers: TimerQueue) -> String? {
    let text = "Call \(call.id.number)"
    guard callsOfClient[call.origin.client]?[call.origin.id] == call.id else {
      return "\(text) is not known to its client."
    }
    guard timers.due(.clientCall(.deadline(call.id))) != nil else {
      return "\(text) has no deadline."
    }
    if let fetch = call.fetch {
      let isWaiting = fetch.waiter != nil || fetch.awaited != nil
      return isWaiting ? nil : "\(text) fetches a file from no provider."
    }
    for (provider, branch) in call.gathering.branches {
      let timer = timers.due(.clientCall(.startupWait(call.id, provider)))
      guard branch.isStarting == (timer != nil) else {
        return "The branch of \(provider) in call \(call.id.number) has a wrong timer."
      }
      if case .new = branch.state { return "\(text) does not query \(provider)." }
    }
    return call.gathering.branches.isEmpty ? "\(text) has no branches." : nil
  }
}
