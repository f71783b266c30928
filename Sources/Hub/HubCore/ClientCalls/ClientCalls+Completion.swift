import BusProtocol
import EntityResolution
import MusicModel

extension ClientCall {
  /// Whether providers may have more for its page.
  func mayContinueLists(at now: Instant) -> Bool {
    request.isList && gathering.hasEnded && now < deadlines.deadline
      && gathering.branches.values.contains { $0.items.next != nil }
  }
}

/// Completion: a call stops waiting, and its records are gathered.
extension ClientCalls {
  /// Announces that a call is ready if no better result is waited for, or that its page may have changed.
  ///
  /// Replies wait for favourite marks, but not beyond the deadline.
  mutating func completeIfReady(
    _ id: ClientCallID,
    awaitsMarks: Bool,
    _ turn: inout Turn
  ) {
    guard let call = calls[id], call.fetch == nil else { return }
    if awaitsMarks, turn.now < call.deadlines.deadline { return }
    if call.isComplete(at: turn.now, late: lateProviders) {
      turn.post(.callReady(id))
    } else if call.stream != nil {
      turn.post(.pageChanged(id))
    }
  }

  /// Queries the providers that have more, if the page of `list` is not full yet. A page with results waits no longer than the soft deadline.
  ///
  /// - Returns: whether a provider is queried.
  mutating func continueLists(
    of id: ClientCallID,
    among list: [Entity],
    _ context: CallContext,
    _ turn: inout Turn
  ) -> Bool {
    guard let call = calls[id], call.mayContinueLists(at: turn.now),
      list.count < call.request.offset + call.request.pageLength,
      turn.now < call.deadlines.softDeadline || list.count <= call.request.offset,
      let providers = calls[id]?.gathering.continueLists(), !providers.isEmpty
    else { return false }
    for provider in providers { advance(provider, for: id, context, &turn) }
    if calls[id]?.gathering.hasEnded == true { turn.post(.completionDue(id)) }
    return true
  }

  /// Favourite marks are known: calls that waited for them complete.
  mutating func marksKnown(_ turn: inout Turn) {
    for id in calls.keys.sorted() { completeIfReady(id, awaitsMarks: false, &turn) }
  }

  /// Ends the gathering of a call: branches in flight are cut off, and retained records are added.
  /// `pending` tells the states of their provider calls.
  ///
  /// - Returns: the call, or `nil` if it has been gathered already.
  mutating func gather(
    _ id: ClientCallID,
    _ pending: (WaiterID, ProviderID) -> PendingProviderCall?,
    _ index: EntityIndex,
    _ turn: inout Turn
  ) -> ClientCall? {
    guard let call = calls[id], call.fetch == nil else { return nil }
    let isExpired = turn.now >= call.deadlines.deadline
    for (provider, branch) in call.gathering.sortedBranches where !branch.hasEnded {
      let providerCall = branch.waiter.flatMap { pending($0, provider) }
      let (outcome, reason) = branch.cutOffOutcome(providerCall, isExpired: isExpired)
      if providerCall?.isSent == true { lateProviders.insert(provider) }
      if let waiter = branch.waiter {
        // A call that was not sent yet is sent only if it delays no other.
        let keepsReply = !isExpired && providerCall?.mayContinue == true
        leave(waiter, at: provider, keepsReply: keepsReply, &turn)
      }
      calls[id]?.gathering.branches[provider]?.end(outcome, reason, at: turn.now)
    }
    for (waiter, provider) in call.gathering.namesakes?.pending ?? [] {
      let keepsReply = !isExpired && pending(waiter, provider)?.mayContinue == true
      leave(waiter, at: provider, keepsReply: keepsReply, &turn)
    }
    calls[id]?.gathering.namesakes?.pending = []
    calls[id]?.addRetained(from: index, unixMs: turn.unixMs)
    return calls[id]
  }

  /// Returns the message about refusals that a client does not know yet, or `nil`.
  mutating func nextRefusals(of id: ClientCallID) -> ReplyMessages? {
    guard let call = calls[id], !call.refusals.isEmpty else { return nil }
    var part = Part()
    part.sources = call.refusals
    var messages = ReplyMessages(to: call.origin.id, after: call.partsSent, settings)
    calls[id]?.refusals = []
    guard messages.add(part) else { return nil }
    calls[id]?.partsSent = messages.partCount
    return messages
  }

  /// Returns the messages that update the page of a client that streams, or `nil`.
  mutating func nextParts(
    of id: ClientCallID,
    _ resolver: EntityResolver,
    links: KnownLinks,
    marks: EntityMarks,
    _ turn: inout Turn
  ) -> ReplyMessages? {
    guard var call = calls[id], call.stream != nil, !call.records.isEmpty else { return nil }
    let list = call.found(by: resolver, links: links, marks: marks).list
    let page = list.dropFirst(call.request.offset).prefix(call.request.pageLength).map(marks.marked)
    let shown = call.stream
    guard let step = call.stream?.step(to: page) else { return nil }
    var messages = ReplyMessages(to: call.origin.id, after: call.partsSent, settings)
    if !messages.add(step) {
      messages = ReplyMessages(to: call.origin.id, after: call.partsSent, settings)
      call.stream = shown
      let shortened = call.shortened(page, settings).page
      guard let step = call.stream?.step(to: shortened), messages.add(step) else { return nil }
    }
    call.partsSent = messages.partCount
    calls[id] = call
    return messages
  }
}
