import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// What becomes of a call about favourites.
enum FavoritesStep: Sendable {
  case reply(OperationResult)
  case wait(Operation.Wait)
  /// The entity is to become a favourite, or, if it is one and the call toggles, no more.
  case gather(toggles: Bool)
  /// What the sources have of these favourites is looked up.
  case lookUp([Entity])
}

/// Calls about favourites.
extension Hub {
  /// Begins a call about favourites, again if it has waited, unless its session is closed and it changes nothing.
  mutating func beginFavorites(_ operation: Operation) {
    let (method, parameters) = (operation.method, operation.parameters)
    // A change is made even if its client has left.
    guard sessions.sid(of: operation.origin.client) == operation.sid || method.changesFavorites
    else { return finish(operation.origin, nil) }
    if method == .favoritesRemove, let keys = parameters.keys {
      let ended = endAdding(keys)
      if ended.isSuperset(of: keys) { return removedBeforeAdded(keys, operation) }
    }
    let waiting = operations.count(.favorites)
    if let country = parameters.country { favorites.links.country = country }
    advance(operation) { favorites, turn throws(Failure) in
      try favorites.step(method, parameters, until: operation.deadline, waiting: waiting, &turn)
    }
  }

  /// Takes the next step of a call about favourites.
  private mutating func advance(
    _ operation: Operation,
    _ step: (inout Favorites, inout Turn) throws(Failure) -> FavoritesStep
  ) {
    favorites.document.changeID = operation.parameters.change
    defer { favorites.document.changeID = nil }
    do throws(Failure) {
      follow(try step(&favorites, &turn), operation)
      if let undone = favorites.takeUndoneImport() { stopImport(undone) }
    } catch {
      reply(to: operation, .failed(error))
    }
  }

  private mutating func follow(_ step: FavoritesStep, _ operation: Operation) {
    switch step {
    case .reply(let result): reply(to: operation, result)
    case .wait(let wait): _ = operations.add(operation, wait, &turn)
    case .gather(let toggles): gatherFavorite(operation, toggles: toggles)
    case .lookUp(let favorites):
      let (origin, deadlines) = (operation.origin, operation.deadlines)
      self.favorites.links.sync(
        with: self.favorites.document,
        revision: self.favorites.revision
      )
      do throws(Failure) {
        try startComposite(origin, operation.parameters, deadlines, favorites: favorites)
      } catch {
        reply(to: operation, .failed(error))
      }
    }
  }

  /// Begins those operations again that have waited.
  mutating func resume(where hasEnded: (Operation.Wait) -> Bool) {
    let waited = operations.take(&turn) { $0.wait.map(hasEnded) == true }
    for operation in waited { beginFavorites(operation) }
  }

  /// Handles an event of the favourites file.
  mutating func favoritesEvent(_ event: FavoritesEvent) {
    favorites.handleEvent(event, &turn)
    takeFavoriteChanges()
    // Before the calls that waited for these lines.
    if event.mayAddLines { favorites.splitByVerdicts(entityIndex, &turn) }
    switch event {
    case .opening, .externallyChanged, .compactionWanted: break
    case .opened, .notOpened:
      stepAll(.time)
      resume { if case .opening = $0 { true } else { false } }
    case .unchanged, .merged, .notMerged:
      resume { if case .checking = $0 { true } else { false } }
    case .saved(let time):
      settle { wait in
        guard case .saving(let wanted, let done) = wait, wanted <= time else { return nil }
        return .change(done)
      }
    case .failed(let time, let problem):
      settle { wait in
        guard case .saving(let wanted, _) = wait, wanted >= time else { return nil }
        return .failed(Failure(.favoritesUnavailable, problem))
      }
    case .compacted(let before, let after):
      var done = Done()
      done.notes = ["The favourites' document had \(before) lines and has \(after) now."]
      settle { if case .compacted = $0 { .change(done) } else { nil } }
    case .notCompacted(let problem):
      let failure = Failure(.favoritesUnavailable, problem)
      settle { if case .compacted = $0 { .failed(failure) } else { nil } }
    case .checked(let check):
      let done = favorites.report(check, entityIndex)
      settle { if case .checked = $0 { .change(done) } else { nil } }
    case .notChecked(let problem):
      let failure = Failure(.favoritesUnavailable, problem)
      settle { if case .checked = $0 { .failed(failure) } else { nil } }
    }
  }

  /// Replies to those operations whose wait has a result.
  private mutating func settle(_ result: (Operation.Wait) -> OperationResult?) {
    let settled = operations.take(&turn) { $0.wait.flatMap(result) != nil }
    for operation in settled {
      if let result = operation.wait.flatMap(result) { reply(to: operation, result) }
    }
  }
}

/// Adding favourites.
extension Hub {
  /// Replies that favourites are removed before anything about them was stored.
  private mutating func removedBeforeAdded(_ keys: [String], _ operation: Operation) {
    var done = Done()
    done.results = keys.map { FavoriteResult(.removed, key: $0) }
    reply(to: operation, .change(done))
  }

  /// Ends the calls that would add these favourites, which were removed meanwhile.
  ///
  /// - Returns: the keys of those that there were.
  private mutating func endAdding(_ keys: [String]) -> Set<String> {
    let ended = clientCalls.all.filter { call in
      call.spec.result == .favorite && call.parameters.id.map { keys.contains("\($0)") } == true
    }
    for call in ended.sorted(by: { $0.id < $1.id }) {
      step(call.id, .fail(Failure(.cancelled, "It was removed before it was added.")))
    }
    return Set(ended.compactMap { $0.parameters.id.map { "\($0)" } })
  }

  /// Adds an entity as the entity index knows it, or queries the sources for one that it does not know.
  ///
  /// If it is a favourite, or is becoming one, `toggles` removes it.
  private mutating func gatherFavorite(_ operation: Operation, toggles: Bool) {
    guard let id = operation.parameters.id else { return }
    // A call that is repeated takes the place of the first one, whose client has left.
    if let change = operation.parameters.change {
      let same = clientCalls.all.filter { $0.parameters.change == change }.map(\.id).sorted()
      for call in same { step(call, .fail(Failure(.cancelled, "The call was repeated."))) }
    }
    if let step = favorites.stepIfAdded(id, removing: toggles, entityIndex, &turn) {
      return follow(step, operation)
    }
    if toggles, !endAdding(["\(id)"]).isEmpty {
      return removedBeforeAdded(["\(id)"], operation)
    }
    if let known = entityIndex.merged(id) {
      add(known, as: id, sources: nil, operation)
      return favorites.completeLater(id)
    }
    guard let spec = Methods[.favoritesAdd] else { return }
    let relevant = operation.parameters.relevant(to: spec, settings)
    guard sessions.sid(of: operation.origin.client) == operation.sid else {
      // Its client has left while it waited: for the metrics it ends, and the hub continues by itself.
      finish(operation.origin, nil)
      let own = ownOrigin(of: operation.method, received: operation.origin.received)
      _ = try? startClientCall(ClientRequest(spec, relevant, operation.deadlines, own))
      return
    }
    do throws(Failure) {
      try startClientCall(ClientRequest(spec, relevant, operation.deadlines, operation.origin))
    } catch {
      reply(to: operation, .failed(error))
    }
  }

  /// The origin of a further call that no client waits for.
  private mutating func ownOrigin(of method: Method, received: Instant) -> CallOrigin {
    CallOrigin(of: ClientCallID(number: turn.nextNumber()), method: method, received: received)
  }

  private mutating func add(
    _ entity: Entity,
    as id: EntityID,
    sources: [SourceReport]?,
    _ operation: Operation
  ) {
    let (resolver, waiting) = (entityIndex.resolver, operations.count(.favorites))
    advance(operation) { favorites, turn throws(Failure) in
      try favorites.add(entity, as: id, sources: sources, resolver, waiting: waiting, &turn)
    }
  }

  /// Adds the favourite that the sources were queried for: the call is an operation again.
  mutating func storeFavorite(_ entity: Entity, _ call: ClientCall, _ sources: [SourceReport]) {
    guard let id = call.parameters.id else { return }
    let operation = Operation(
      call.origin,
      sid: sessions.sid(of: call.origin.client) ?? "",
      call.parameters,
      call.deadlines,
      deadline: max(call.deadlines.deadline, now + Favorites.saveGraceMs)
    )
    add(entity, as: id, sources: sources, operation)
  }

  /// Asks the sources for all of the favourites that were added as they were known, a few at a time: the replies
  /// refresh their snapshots (MB-256).
  mutating func completeFavorites() {
    guard life == .running else { return }
    while clientCalls[.hub].count < Hub.maxCompletions,
      let (id, provider) = favorites.nextIncomplete()
    {
      guard let get = id.kind.flatMap(Methods.get), let spec = Methods[get] else { continue }
      var parameters = CallParameters()
      (parameters.id, parameters.providers) = (id, provider.map { [$0] })
      if provider != nil { parameters.country = favorites.links.country }
      let request = ClientRequest(
        spec,
        parameters.relevant(to: spec, settings),
        CallDeadlines(ofHubFrom: now, settings),
        ownOrigin(of: get, received: now),
        isBackground: true
      )
      // Without a source that serves it, the favourite stays as it is known.
      _ = try? startClientCall(request)
    }
  }
}
