import BusProtocol
import EntityResolution
import MusicModel

/// Calls about favourites that need other machines.
extension Hub {
  /// Begins a call about favourites, unless its session is closed.
  mutating func favoritesCall(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters
  ) {
    guard let reply = pendingReplies[operation] else { return }
    guard sessions.sid(of: reply.client) == reply.sid else {
      _ = pendingReplies.remove(operation, &turn)
      return
    }
    favorites.handleCall(operation, method, parameters, until: reply.deadline, &turn)
  }

  /// Queries the sources for an entity that becomes a favourite, unless it is one.
  ///
  /// If none can be queried, the entity is added as the entity index knows it.
  mutating func gatherFavorite(_ operation: OperationID, _ parameters: CallParameters) {
    guard !favorites.replyIfAdded(operation, parameters, entityIndex, &turn) else { return }
    if let id = parameters.id, let get = id.kind.flatMap(Methods.get),
      !directory.serves(get), let known = entityIndex.merged(id)
    {
      return favorites.add(known, as: id, sources: nil, entityIndex.resolver, operation, &turn)
    }
    guard let spec = Methods[.addFavorite],
      let reply = pendingReplies.remove(operation, &turn)
    else { return }
    do throws(Failure) {
      let parameters = parameters.relevant(to: spec, settings)
      try begin(
        ClientRequest(spec, parameters, reply.deadlines, id: reply.call, of: reply.client)
      )
    } catch {
      settled(reply, .failed(error))
    }
  }

  /// Adds the favourite that the sources were queried for.
  mutating func storeFavorite(_ one: Entity, _ call: ClientCall, _ sources: [SourceReport]) {
    guard let id = call.parameters.id else { return }
    let origin = call.origin
    let reply = PendingReply(
      client: origin.client,
      sid: sessions.sid(of: origin.client) ?? "",
      call: origin.id,
      deadlines: call.deadlines,
      deadline: max(call.deadlines.deadline, turn.now + Favorites.saveGraceMs)
    )
    end(call)
    let operation = pendingReplies.add(reply, .favorites, &turn)
    favorites.add(one, as: id, sources: sources, entityIndex.resolver, operation, &turn)
  }
}
