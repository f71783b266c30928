import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Calls about favourites that need other machines.
extension Hub {
  /// Begins a call about favourites, unless its session is closed and it changes nothing.
  mutating func favoritesCall(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters
  ) {
    guard let reply = pendingReplies[operation] else { return }
    // A change is made even if its client has left.
    guard sessions.sid(of: reply.origin.client) == reply.sid || method.changesFavorites else {
      _ = pendingReplies.remove(operation, &turn)
      return finish(reply.origin, nil)
    }
    if method == .favoritesRemove, let keys = parameters.keys {
      let ended = clientCalls.endAdding(keys, entityIndex.resolver, &turn)
      if ended.isSuperset(of: keys) { return removedBeforeAdded(keys, operation) }
    }
    favorites.handleCall(operation, method, parameters, until: reply.deadline, &turn)
  }

  /// Replies that favourites are removed, of which nothing had been stored yet.
  private mutating func removedBeforeAdded(_ keys: [String], _ operation: OperationID) {
    var done = Done()
    done.results = keys.map { FavoriteResult(.removed, key: $0) }
    turn.post(.operationEnded(operation, .change(done)))
  }

  /// Adds an entity as the entity index knows it, or queries the sources for one that it does not know.
  ///
  /// If it is a favourite, or is becoming one, `toggles` removes it.
  mutating func gatherFavorite(
    _ operation: OperationID,
    _ parameters: CallParameters,
    toggles: Bool
  ) {
    let isFavorite = favorites.replyIfAdded(
      operation,
      parameters,
      removing: toggles,
      entityIndex,
      &turn
    )
    guard !isFavorite, let id = parameters.id else { return }
    if toggles, !clientCalls.endAdding(["\(id)"], entityIndex.resolver, &turn).isEmpty {
      return removedBeforeAdded(["\(id)"], operation)
    }
    if let known = entityIndex.merged(id) {
      favorites.add(known, as: id, sources: nil, entityIndex.resolver, operation, &turn)
      return favorites.completeLater(id)
    }
    guard let spec = Methods[.favoritesAdd],
      let reply = pendingReplies.remove(operation, &turn)
    else { return }
    let relevant = parameters.relevant(to: spec, settings)
    do throws(Failure) {
      try startClientCall(ClientRequest(spec, relevant, reply.deadlines, reply.origin))
    } catch {
      settled(reply, .failed(error))
    }
  }

  /// Asks the sources for all of the favourites that were added as they were known, a few at a time: the replies
  /// refresh their snapshots (MB-256).
  mutating func completeFavorites() {
    guard life == .running else { return }
    while clientCalls.callsOfClient[.hub]?.count ?? 0 < Hub.maxCompletions,
      let id = favorites.nextIncomplete()
    {
      guard let get = id.kind.flatMap(Methods.get), let spec = Methods[get] else { continue }
      var parameters = CallParameters()
      parameters.id = id
      let request = ClientRequest(
        spec,
        parameters.relevant(to: spec, settings),
        CallDeadlines(
          start: now,
          timeoutMs: settings.defaultTimeoutMs,
          waitMs: settings.defaultTimeoutMs
        ),
        CallOrigin(of: ClientCallID(number: turn.nextNumber()), method: get, received: now),
        isBackground: true
      )
      // Without a source that serves it, the favourite stays as it is known.
      try? startClientCall(request)
    }
  }

  /// Adds the favourite that the sources were queried for.
  mutating func storeFavorite(
    _ entity: Entity,
    _ call: ClientCall,
    _ sources: [SourceReport]
  ) {
    guard let id = call.parameters.id else { return }
    let reply = PendingReply(
      call.origin,
      sid: sessions.sid(of: call.origin.client) ?? "",
      deadlines: call.deadlines,
      deadline: max(call.deadlines.deadline, now + Favorites.saveGraceMs)
    )
    clientCalls.remove(call.id, &turn)
    let operation = pendingReplies.add(reply, .favorites, &turn)
    favorites.add(entity, as: id, sources: sources, entityIndex.resolver, operation, &turn)
  }
}
