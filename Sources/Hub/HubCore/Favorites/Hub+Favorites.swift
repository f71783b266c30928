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
    guard hasSession(reply) else {
      _ = pendingReplies.remove(operation, &turn)
      return
    }
    favorites.handleCall(operation, method, parameters, until: reply.deadline, &turn)
  }

  /// Queries the sources for an entity that becomes a favourite; if none can be queried, what is
  /// known of it is used.
  mutating func gatherFavorite(_ operation: OperationID, _ parameters: CallParameters) {
    if let id = parameters.id, let get = id.kind.flatMap(Methods.get),
      !directory.serves(get), let known = entityIndex.merged(id)
    {
      return favorites.add(known, as: id, sources: nil, operation, &turn)
    }
    guard let spec = Methods[.addFavorite],
      let reply = pendingReplies.remove(operation, &turn)
    else { return }
    do throws(Failure) {
      try begin(.addFavorite, spec, parameters, reply.deadlines, id: reply.call, of: reply.client)
    } catch {
      settled(reply, .failed(error))
    }
  }

  /// Adds the favourite that the sources were queried for.
  mutating func addFavorite(_ one: Entity, _ call: ClientCall, _ sources: [SourceReport]) {
    guard let id = call.parameters.id else { return }
    let reply = PendingReply(
      client: call.client,
      sid: sessions.sid(of: call.client) ?? "",
      call: call.id,
      deadlines: call.budget,
      deadline: max(call.budget.mark, turn.now + Favorites.saveGraceMs)
    )
    forget(call)
    let operation = pendingReplies.add(reply, .favorites, &turn)
    favorites.add(one, as: id, sources: sources, operation, &turn)
  }
}
