import BusProtocol
import EntityResolution
import MusicModel

/// Calls of clients that providers serve, from their fan-out until their records are gathered.
struct ClientCalls: Sendable {
  let settings: HubSettings
  var calls: [ClientCallID: ClientCall] = [:]
  /// The calls of each client, by the client's ids.
  private(set) var callsOfClient: [Peer: [String: ClientCallID]] = [:]
  /// Providers that were late, and have not replied since: calls do not wait for them again.
  var lateProviders: Set<ProviderID> = []

  init(_ settings: HubSettings) { self.settings = settings }

  var count: Int { calls.count }
  var isEmpty: Bool { calls.isEmpty }

  /// Begins a call with a branch for each of these providers.
  mutating func begin(
    _ call: ClientCall,
    with providers: [ProviderID],
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let id = call.id
    calls[id] = call
    callsOfClient[call.origin.client, default: [:]][call.origin.id] = id
    turn.timers.set(.clientCall(.deadline(id)), at: call.deadlines.deadline)
    if call.deadlines.softDeadline < call.deadlines.deadline {
      // Until the empty deadline, replies themselves end a call that waits for no source.
      let waitsForNone = call.deadlines.emptyDeadline < call.deadlines.deadline
      let time = waitsForNone ? call.deadlines.emptyDeadline : call.deadlines.softDeadline
      turn.timers.set(.clientCall(.softDeadline(id)), at: time)
    }
    if beginFetchOfKnown(id, context, &turn) { return }
    let providers = call.providersWithFile(providers, context)
    guard !providers.isEmpty else {
      let text = "\"\(call.request.providerMethod)\" is not served by any provider."
      return fail(id, Failure(.noProvider, text), &turn)
    }
    for provider in providers where call.gathering.branches[provider] == nil {
      calls[id]?.gathering.branches[provider] = FanOutBranch(begun: turn.now)
    }
    if let query = call.libraryQuery(context, settings) {
      let ids = query.ids
      let isOnlySource = call.parameters.cache == .only
      calls[id]?.gathering.library = LibraryBranch(
        isOnlySource: isOnlySource,
        ids: ids,
        begun: turn.now
      )
      turn.perform(.searchLibrary(query, operation: id.number))
      if isOnlySource {
        let deadline = turn.now + settings.offlineLookupMs
        turn.timers.set(.clientCall(.libraryLookup(id)), at: deadline)
      }
    }
    for provider in providers { advance(provider, for: id, context, &turn) }
    if calls[id]?.gathering.hasEnded == true { turn.post(.completionDue(id)) }
  }

  /// Removes a call, with its timers.
  @discardableResult
  mutating func remove(_ id: ClientCallID, _ turn: inout Turn) -> ClientCall? {
    guard let call = calls.removeValue(forKey: id) else { return nil }
    let origin = call.origin
    callsOfClient[origin.client]?[origin.id] = nil
    if callsOfClient[origin.client]?.isEmpty == true { callsOfClient[origin.client] = nil }
    turn.timers.cancel(.clientCall(.deadline(id)))
    turn.timers.cancel(.clientCall(.softDeadline(id)))
    turn.timers.cancel(.clientCall(.libraryLookup(id)))
    for provider in call.gathering.branches.keys {
      turn.timers.cancel(.clientCall(.startupWait(id, provider)))
    }
    if let provider = call.fetch?.awaited?.provider {
      turn.timers.cancel(.clientCall(.startupWait(id, provider)))
    }
    return call
  }

  /// Ends a call with an error.
  mutating func fail(_ id: ClientCallID, _ failure: Failure, _ turn: inout Turn) {
    guard let call = remove(id, &turn) else { return }
    var failure = failure
    failure.parts = failure.parts ?? call.partsSent
    turn.post(.callFailed(call.origin, failure))
  }

  /// Cancels a call of a client.
  ///
  /// - Returns: whether it was in flight.
  mutating func cancel(
    _ call: String,
    of client: Peer,
    _ resolver: EntityResolver,
    _ turn: inout Turn
  ) -> Bool {
    guard let id = callsOfClient[client]?[call], let call = calls[id] else { return false }
    fail(id, Failure(.cancelled, "The call was cancelled."), &turn)
    abandon(call, resolver, &turn)
    return true
  }

  /// Ends all calls of a client, with an error unless it has left. What a client that has left wants to keep is
  /// kept: its favourites go on without it.
  mutating func end(
    of client: Peer,
    _ failure: Failure?,
    _ resolver: EntityResolver,
    _ turn: inout Turn
  ) {
    for id in (callsOfClient[client] ?? [:]).values.sorted() {
      if failure == nil, let call = calls[id], call.spec.result == .favorite {
        // For the metrics, it ends with its client.
        turn.post(.callFailed(call.origin, nil))
        detach(id)
        continue
      }
      guard let call = remove(id, &turn) else { continue }
      var failure = failure
      failure?.parts = call.partsSent
      turn.post(.callFailed(call.origin, failure))
      abandon(call, resolver, &turn)
    }
  }

  /// Makes a call one of the hub, as its client has left.
  private mutating func detach(_ id: ClientCallID) {
    guard let origin = calls[id]?.origin else { return }
    callsOfClient[origin.client]?[origin.id] = nil
    if callsOfClient[origin.client]?.isEmpty == true { callsOfClient[origin.client] = nil }
    let own = CallOrigin(of: id, method: origin.method, received: origin.received)
    calls[id]?.request.origin = own
    callsOfClient[own.client, default: [:]][own.id] = id
  }

  /// Ends the calls that would add these favourites, which were removed meanwhile.
  ///
  /// - Returns: the keys of those that there were.
  mutating func endAdding(
    _ keys: [String],
    _ resolver: EntityResolver,
    _ turn: inout Turn
  ) -> Set<String> {
    let ended = calls.values.filter { call in
      call.spec.result == .favorite && call.parameters.id.map { keys.contains("\($0)") } == true
    }
    for call in ended.sorted(by: { $0.id < $1.id }) {
      fail(call.id, Failure(.cancelled, "It was removed before it was added."), &turn)
      abandon(call, resolver, &turn)
    }
    return Set(ended.compactMap { $0.parameters.id.map { "\($0)" } })
  }

  /// Ends all calls: the hub stops.
  mutating func stop(_ failure: Failure, _ turn: inout Turn) {
    for id in calls.keys.sorted() { fail(id, failure, &turn) }
  }

  /// Removes the waiters of a call that ends without their replies. The records so far are stored.
  mutating func abandon(_ call: ClientCall, _ resolver: EntityResolver, _ turn: inout Turn) {
    turn.post(
      .entitiesFound(call.merged(by: resolver, links: .none), complete: call.completeProviders)
    )
    for (waiter, provider) in call.waiters { leave(waiter, at: provider, &turn) }
  }

  mutating func timerFired(
    _ timer: ClientCallTimer,
    awaitsMarks: Bool,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    switch timer {
    case .softDeadline(let id): completeIfReady(id, awaitsMarks: awaitsMarks, &turn)
    case .libraryLookup(let id):
      _ = calls[id]?.gathering.library?.end([], at: turn.now)
      completeIfReady(id, awaitsMarks: awaitsMarks, &turn)
    case .deadline(let id):
      if calls[id]?.fetch == nil {
        completeIfReady(id, awaitsMarks: awaitsMarks, &turn)
      } else {
        fetchTimedOut(id, &turn)
      }
    case .startupWait(let id, let provider):
      if calls[id]?.fetch?.endWait(retrying: false) != nil {
        fetchNext(id, context, &turn)
      } else if calls[id]?.gathering.branches[provider]?.isStarting == true {
        endStarting(provider, of: id, context, &turn)
      }
    }
  }

  /// Submits a query for a call.
  mutating func submit(
    _ query: ProviderQuery,
    for call: ClientCall,
    _ purpose: Waiter.Purpose,
    until deadline: Instant,
    _ turn: inout Turn
  ) -> WaiterID {
    calls[call.id]?.questionCount += 1
    let id = WaiterID(call: call.id, number: calls[call.id]?.questionCount ?? 0)
    let waiter = Waiter(
      id,
      purpose,
      client: call.origin.client,
      deadline: deadline,
      bypassesCache: call.parameters.cache == .bypass,
      isExtra: call.spec.result == .artwork || call.request.isBackground
    )
    turn.post(.submit(query, waiter))
    return id
  }

  /// Stops waiting for a provider call. If it keeps the reply, that is stored when it arrives.
  func leave(
    _ waiter: WaiterID,
    at provider: ProviderID,
    keepsReply: Bool = false,
    _ turn: inout Turn
  ) {
    turn.post(.leave(waiter, at: provider, keepsReply: keepsReply))
  }
}
