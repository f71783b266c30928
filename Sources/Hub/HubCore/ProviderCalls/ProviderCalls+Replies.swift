import BusProtocol
import MusicModel

/// Messages of providers that reply to calls.
extension ProviderCalls {
  private static let maxParts = 400
  /// Texts of providers are cut to this many characters: they appear in replies and status.
  private static let maxTextLength = 500

  mutating func part(_ message: WireMessage, from provider: ProviderID, _ turn: inout Turn) {
    guard let id = providerCall(of: message, provider, &turn) else { return }
    do throws(Failure) {
      let part = try message.decodeBody(Part.self)
      let received = calls[id]?.partsReceived ?? 0
      guard message.header.seq == received else {
        throw Failure(.partLoss, "Its parts are not numbered consecutively.")
      }
      guard received < ProviderCalls.maxParts else {
        throw Failure(.protocolViolation, "It sent more than \(ProviderCalls.maxParts) parts.")
      }
      calls.update(id) { call in
        call.partsReceived += 1
        call.append(part.items, max: settings.maxPageLength * 2, &turn)
      }
      guard part.items?.elements.isEmpty == false, let call = calls[id],
        !call.reply.items.isEmpty
      else { return }
      turn.post(.progressed(call.waiters.map(\.id), call.reply))
    } catch {
      rejectReply(id, error, &turn)
    }
  }

  mutating func done(_ message: WireMessage, from provider: ProviderID, _ turn: inout Turn) {
    guard let id = providerCall(of: message, provider, &turn) else { return }
    do throws(Failure) {
      let done = try message.decodeBody(Done.self)
      let received = calls[id]?.partsReceived ?? 0
      guard done.parts == received else {
        throw Failure(.partLoss, "It announced \(done.parts) parts, but sent \(received).")
      }
      calls.update(id) { call in
        call.append(
          done,
          maxCount: settings.maxPageLength * 2,
          maxTextLength: ProviderCalls.maxTextLength,
          &turn
        )
      }
      if let call = calls[id] { breakers.succeeded(breakerKey(of: call.query)) }
      guard let call = complete(id, spent: done.spent ?? [:], &turn) else { return }
      if settings.checksReleases, call.query.method == .artistAlbums {
        let albums = call.reply.items.compactMap { entity -> Album? in
          if case .album(let album) = entity { album } else { nil }
        }
        turn.post(.albumsListed(call.query, albums))
      }
      let reply = storeReply(to: call, done, message.attachment, &turn)
      call.deliver(reply, .replied(done, attachment: message.attachment), &turn)
    } catch {
      // The provider has ended the call, whatever its message meant.
      if let call = complete(id, spent: nil, &turn) { failMalformed(call, error, &turn) }
    }
  }

  mutating func error(_ message: WireMessage, from provider: ProviderID, _ turn: inout Turn) {
    guard let id = providerCall(of: message, provider, &turn) else { return }
    do throws(Failure) {
      var failure = try message.decodeBody(Failure.self)
      failure.message = String(failure.message.prefix(ProviderCalls.maxTextLength))
      failure.retryAfterMs = failure.retryAfterMs.map {
        $0.clamped(to: 0...UpstreamBudgets.coolDownsMs.upperBound)
      }
      // Before queued calls are dispatched.
      if let call = calls[id] { recordFailure(of: call, failure, &turn) }
      guard let call = complete(id, spent: failure.spent ?? [:], &turn) else { return }
      if failure.code == .notFound {
        call.deliver(call.reply, .replied(Done(), attachment: nil), &turn)
      } else {
        let isRefused = failure.code == .upstreamRateLimited
        let waiting = isRefused ? waitersForCoolDown(of: call, .init(failure), &turn) : []
        failWaiters(of: call, .init(failure), except: waiting, &turn)
      }
    } catch {
      if let call = complete(id, spent: nil, &turn) { failMalformed(call, error, &turn) }
    }
  }

  /// Rejects a reply with an invalid header.
  ///
  /// - Returns: whether the id is that of a call in flight to the provider.
  mutating func receivedInvalidReply(
    to text: String,
    from provider: ProviderID,
    _ failure: Failure,
    _ turn: inout Turn
  ) -> Bool {
    guard let id = ProviderCallID(text), let call = calls[id], call.provider == provider,
      !call.isAbandoned
    else { return false }
    rejectReply(id, failure, &turn)
    return true
  }

  /// Returns the call in flight that a message replies to; counts and ignores late replies.
  private mutating func providerCall(
    of message: WireMessage,
    _ provider: ProviderID,
    _ turn: inout Turn
  ) -> ProviderCallID? {
    let id = message.header.re.flatMap(ProviderCallID.init)
    // A call that was not sent has no reply, even if its id is guessed.
    if let id, let call = calls[id], call.provider == provider, call.sentAt != nil { return id }
    turn.post(.lateMessage)
    if let id, let call = calls[id], call.provider == provider, call.isAbandoned,
      message.header.type != .part
    {
      _ = complete(id, spent: message.spent, &turn)
    }
    return nil
  }

  /// Abandons a call whose reply violates the protocol.
  private mutating func rejectReply(
    _ id: ProviderCallID,
    _ failure: Failure,
    _ turn: inout Turn
  ) {
    guard let call = calls[id] else { return }
    cancelProviderCall(id, &turn)
    failMalformed(call, failure, &turn)
  }

  /// Fails a call whose reply violates the protocol; no part of the reply is used.
  private mutating func failMalformed(
    _ call: ProviderCall,
    _ failure: Failure,
    _ turn: inout Turn
  ) {
    let isPartLoss = failure.code == .partLoss
    let failure = isPartLoss ? failure : Failure(.protocolViolation, failure.message)
    recordFailure(of: call, failure, &turn)
    var reply = call.reply
    reply.removeItems()
    call.deliver(reply, .malformed(.init(failure)), &turn)
  }

  /// Submits a call that its source refused again for the waiters that have time: the cool-down ends in
  /// the first half of what is left until their deadline. Each waits once.
  private mutating func waitersForCoolDown(
    of call: ProviderCall,
    _ error: SourceReport.SourceError,
    _ turn: inout Turn
  ) -> Set<WaiterID> {
    guard call.reply.items.isEmpty, let declaration = queues[call.provider]?.declaration else {
      return []
    }
    let cost = declaration.cost(of: call)
    let end = budgets.earliest(cost, for: call.provider, at: turn.now)
    var waiting: Set<WaiterID> = []
    for waiter in call.waiters where !waiter.isDetached && !waiter.wasRefused {
      guard end > turn.now, end - turn.now <= (waiter.deadline - turn.now) / 2,
        (try? trySubmit(call.query, waiter.afterRefusal, &turn)) != nil
      else { continue }
      waiting.insert(waiter.id)
    }
    guard !waiting.isEmpty else { return [] }
    var error = error
    error.retryAfterMs = end - turn.now
    turn.post(.stateChanged(waiting.sorted(), call.provider, .refused(error)))
    return waiting
  }

  /// Fails the waiters of a call; those with a later deadline than the call are submitted again.
  mutating func failWaiters(
    of call: ProviderCall,
    _ reason: SourceReport.SourceError,
    except others: Set<WaiterID> = [],
    _ turn: inout Turn
  ) {
    var failed: [WaiterID] = []
    for waiter in call.waiters where !others.contains(waiter.id) {
      let hasTime = reason.code == .deadlineExceeded && waiter.deadline > call.deadline
      if hasTime, !waiter.isDetached, (try? trySubmit(call.query, waiter, &turn)) != nil {
        continue
      }
      failed.append(waiter.id)
    }
    if !failed.isEmpty { turn.post(.ended(failed, call.reply, .failed(reason))) }
  }
}

extension WireMessage {
  /// The requests that a reply counts; `nil` if it cannot be decoded.
  fileprivate var spent: [String: Int]? {
    switch header.type {
    case .done: (try? decodeBody(Done.self)).map { $0.spent ?? [:] }
    default: (try? decodeBody(Failure.self)).map { $0.spent ?? [:] }
    }
  }
}
