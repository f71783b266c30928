internal import BusProtocol
internal import MusicModel

/// Calls: each gets exactly one terminal, whatever its work does afterwards.
extension ProviderSession {
  /// When a caller that came too early may come again, in milliseconds.
  private static let busyMs = 250

  mutating func receive(_ message: WireMessage, at now: Int) {
    if case .open(var open) = state {
      open.lastHeard = now
      state = .open(open)
    }
    switch message.header.type {
    case .welcome: welcome(message, at: now)
    case .reject: rejected(message)
    case .bye: bye(message, at: now)
    case .ping: pong(message, at: now)
    case .call: call(message, at: now)
    case .cancel: cancel(message)
    case .error:
      log("The hub complains: \((try? message.decodeBody(Failure.self))?.message ?? "?")")
    case .hello, .part, .done, .pong: wrongWay(message)
    }
  }

  private mutating func pong(_ message: WireMessage, at now: Int) {
    guard case .open(let open) = state else { return }
    let oldest = calls.values.map(\.started).min()
    let pong = Pong(inflight: calls.count, oldestMs: oldest.map { now - $0 } ?? 0, ended: ended)
    send(Header(type: .pong, re: message.header.id, sid: open.sid), pong)
  }

  private mutating func wrongWay(_ message: WireMessage) {
    let text = "A hub does not send \"\(message.header.type.rawValue)\" to a provider."
    log(text)
    guard case .open(let open) = state, let id = message.header.id else { return }
    send(Header(type: .error, re: id, sid: open.sid), Failure(.protocolViolation, text))
  }

  private mutating func call(_ message: WireMessage, at now: Int) {
    guard case .open(let open) = state, let id = message.header.id,
      let method = message.header.method
    else { return }
    do throws(Failure) {
      try accept(message, method: method, in: open)
      let parameters = try message.decodeBody(CallParameters.self)
      let timeMs = message.header.timeoutMs ?? Header.timeoutMsDefault
      let run = nextRun()
      calls[id] = InFlightCall(run: run, method: method, started: now, deadline: now + timeMs)
      // What is kept back is the time to bring the answer on its way.
      let marginMs = min(max(50, timeMs / 20), timeMs / 2)
      act(.run(run, method, parameters, timeLeftMs: timeMs - marginMs))
    } catch {
      send(Header(type: .error, re: id, sid: open.sid), error)
    }
  }

  private func accept(
    _ message: WireMessage,
    method: Method,
    in open: Open
  ) throws(Failure) {
    guard message.header.sid == open.sid else {
      throw Failure(.protocolViolation, "The call is of another session.")
    }
    guard calls[message.header.id ?? ""] == nil else {
      throw Failure(.duplicateCall, "A call with this id is being worked on.")
    }
    guard promise.serves(method) else {
      throw Failure(.methodUnknown, "\(promise.id) does not serve \(method).")
    }
    let inflight = max(1, min(promise.inflight, open.limits.inflight))
    // Work that nobody waits for any more still takes its place, but not for ever.
    guard calls.count < inflight, running.count < 2 * inflight else {
      throw Failure(
        .busy,
        "\(promise.id) works on \(calls.count) calls, as many as it takes.",
        retryAfterMs: ProviderSession.busyMs
      )
    }
  }

  private mutating func cancel(_ message: WireMessage) {
    guard let id = message.header.re, calls[id] != nil else { return }
    close(id, with: Failure(.cancelled, "The call was cancelled."))
  }

  mutating func spent(_ run: Int, _ upstream: String) {
    guard let id = id(of: run) else { return }
    calls[id]?.spent[upstream, default: 0] += 1
  }

  mutating func append(_ items: [Entity], of run: Int) {
    guard let id = id(of: run), case .open(let open) = state else { return }
    _ = sendParts(items, of: id, in: open)
  }

  mutating func end(_ run: Int, _ ended: CallExecutor.Ended) {
    running.remove(run)
    guard let id = id(of: run), let call = calls[id], case .open(let open) = state else { return }
    calls[id]?.spent = ended.account.spent
    if let words = ended.account.skippedInWords { log("\(call.method) left out: \(words).") }
    switch ended.result {
    case .success(let answer): finish(id, answer, ended.account, in: open)
    case .failure(let failure): close(id, with: failure)
    }
  }

  private func id(of run: Int) -> String? {
    calls.first { $0.value.run == run }?.key
  }

  /// Ends a call without an answer; work on it that still goes on is stopped.
  mutating func close(_ id: String, with failure: Failure) {
    guard let call = calls.removeValue(forKey: id), case .open(let open) = state else { return }
    ended += 1
    if running.contains(call.run) { act(.cancel(run: call.run)) }
    if failure.code != .cancelled {
      log("\(call.method) failed: \(failure.code) \(failure.message)")
    }
    var failure = failure
    failure.parts = call.parts
    failure.spent = call.spent.isEmpty ? nil : call.spent
    send(Header(type: .error, re: id, sid: open.sid), failure)
  }
}
