internal import BusProtocol
internal import MusicModel

/// Calls: each gets exactly one terminal message, whatever its task does afterwards.
extension ProviderSession {
  /// `retryAfterMs` of a call that is rejected as `BUSY`.
  private static let busyRetryMs = 250

  mutating func receive(_ message: WireMessage, at now: Int) {
    if case .active(var session) = state {
      session.lastHeard = now
      state = .active(session)
    }
    switch message.header.type {
    case .welcome: receiveWelcome(message, at: now)
    case .reject: receiveReject(message)
    case .bye: receiveBye(message, at: now)
    case .ping: sendPong(to: message, at: now)
    case .call: receiveCall(message, at: now)
    case .cancel: receiveCancel(message)
    case .error:
      log("Error from the hub: \((try? message.decodeBody(Failure.self))?.message ?? "unreadable")")
    case .hello, .part, .done, .pong: rejectDirection(of: message)
    }
  }

  private mutating func sendPong(to message: WireMessage, at now: Int) {
    guard case .active(let session) = state else { return }
    let oldest = calls.values.map(\.started).min()
    let pong = Pong(
      inflight: calls.count,
      oldestMs: oldest.map { now - $0 } ?? 0,
      ended: completedCount
    )
    send(Header(type: .pong, re: message.header.id, sid: session.sid), pong)
  }

  private mutating func rejectDirection(of message: WireMessage) {
    let text = "A hub must not send \"\(message.header.type.rawValue)\" to a provider."
    log(text)
    guard case .active(let session) = state, let id = message.header.id else { return }
    send(Header(type: .error, re: id, sid: session.sid), Failure(.protocolViolation, text))
  }

  private mutating func receiveCall(_ message: WireMessage, at now: Int) {
    guard case .active(let session) = state, let id = message.header.id,
      let method = message.header.method
    else { return }
    do throws(Failure) {
      try admit(message, method: method, in: session)
      let parameters = try message.decodeBody(CallParameters.self)
      let timeMs = message.header.timeoutMs ?? Header.timeoutMsDefault
      let task = nextTask()
      calls[id] = InFlightCall(task: task, method: method, started: now, deadline: now + timeMs)
      // The margin leaves time to send the reply.
      let marginMs = min(max(50, timeMs / 20), timeMs / 2)
      emit(.run(task, method, parameters, timeLeftMs: timeMs - marginMs))
    } catch {
      send(Header(type: .error, re: id, sid: session.sid), error)
    }
  }

  private func admit(
    _ message: WireMessage,
    method: Method,
    in session: Active
  ) throws(Failure) {
    guard message.header.sid == session.sid else {
      throw Failure(.protocolViolation, "The call belongs to another session.")
    }
    guard calls[message.header.id ?? ""] == nil else {
      throw Failure(.duplicateCall, "A call with this id is in flight.")
    }
    guard descriptor.serves(method) else {
      throw Failure(.methodUnknown, "\(descriptor.id) does not serve \(method).")
    }
    let inflight = max(1, min(descriptor.inflight, session.limits.inflight))
    // Tasks of abandoned calls count too, but may double the limit.
    guard calls.count < inflight, tasks.count < 2 * inflight else {
      throw Failure(
        .busy,
        "\(descriptor.id) has reached its limit of \(inflight) calls in flight.",
        retryAfterMs: ProviderSession.busyRetryMs
      )
    }
  }

  private mutating func receiveCancel(_ message: WireMessage) {
    guard let id = message.header.re, calls[id] != nil else { return }
    fail(id, with: Failure(.cancelled, "The call was cancelled."))
  }

  mutating func spent(_ change: Int, at upstream: String, by task: Int) {
    guard let id = callID(of: task) else { return }
    let count = (calls[id]?.spent[upstream] ?? 0) + change
    calls[id]?.spent[upstream] = count > 0 ? count : nil
  }

  mutating func streamed(_ items: [Entity], by task: Int) {
    guard let id = callID(of: task), case .active(let session) = state else { return }
    _ = sendParts(items, of: id, in: session)
  }

  mutating func completed(_ task: Int, _ completion: CallExecutor.Completion) {
    tasks.remove(task)
    guard let id = callID(of: task), let call = calls[id], case .active(let session) = state
    else { return }
    calls[id]?.spent = completion.summary.spent
    if let skipped = completion.summary.skippedSummary {
      log("\(call.method) skipped records: \(skipped).")
    }
    switch completion.result {
    case .success(let reply): sendDone(id, reply, completion.summary, in: session)
    case .failure(let failure): fail(id, with: failure)
    }
  }

  private func callID(of task: Int) -> String? {
    calls.first { $0.value.task == task }?.key
  }
}

/// A call that has not been replied to yet.
struct InFlightCall: Hashable, Sendable {
  /// The number of the task that works on it.
  let task: Int
  let method: Method
  let started: Int
  let deadline: Int
  /// The number of parts sent.
  var parts = 0
  /// Requests sent so far, by upstream.
  var spent: [String: Int] = [:]
}

/// A long reply, split into chunks that each fit into one message.
struct ItemChunks: Hashable, Sendable {
  var chunks: [[Entity]] = []
  /// The number of items that are too large for any message or cannot be encoded.
  var skipped = 0

  /// Space reserved for the members around the items.
  private static let overheadBytes = 1024

  init(_ items: [Entity], maxBytes: Int) {
    let room = maxBytes - ItemChunks.overheadBytes
    var bytes = 0
    for item in items {
      guard let count = try? JSONCodec.encode(item).count, count <= room else {
        skipped += 1
        continue
      }
      if chunks.isEmpty || bytes + count + 1 > room {
        chunks.append([])
        bytes = 0
      }
      chunks[chunks.count - 1].append(item)
      bytes += count + 1
    }
  }

  /// Whether the whole reply fits into one message.
  static func fits(_ done: Done, into maxBytes: Int) -> Bool {
    guard let items = done.items, !items.elements.isEmpty else { return true }
    return (try? JSONCodec.encode(done).count + overheadBytes <= maxBytes) ?? false
  }
}
