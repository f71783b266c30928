import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Adding a favourite, with all that is known of it as its snapshot.
extension Favorites {
  /// The time after the deadline of its call within which a change may be replied to, in
  /// milliseconds.
  ///
  /// Clients wait that long.
  static let saveGraceMs = 250

  /// Replies if the entity is a favourite already, and removes it if `isRemoval`.
  ///
  /// - Returns: whether it is.
  mutating func replyIfAdded(
    _ operation: OperationID,
    _ parameters: CallParameters,
    removing isRemoval: Bool,
    _ index: EntityIndex,
    _ turn: inout Turn
  ) -> Bool {
    guard let id = parameters.id, let fav = document.favorite(id) else { return false }
    // A source may have given the favourite a wrong id.
    if let known = index.merged(id), let snapshot = document.record(fav)?.content?.entity,
      Catalog.areNamedApart(snapshot, known)
    {
      return false
    }
    var done = Done()
    var change: FavoritesChange?
    if isRemoval {
      (done.results, change) = remove(["\(id)"], turn.timestamp)
    } else {
      done.results = [document.result(of: fav, .exists, "\(id)")]
    }
    reply(operation, done, afterSaving: change, &turn)
    return true
  }

  /// Adds an entity as the sources know it.
  mutating func add(
    _ entity: Entity,
    as id: EntityID,
    sources: [SourceReport]?,
    _ resolver: EntityResolver,
    _ operation: OperationID,
    _ turn: inout Turn
  ) {
    do throws(Failure) {
      guard case .open = state else {
        throw Failure(.favoritesUnavailable, "The favourites \(path) are not open.")
      }
      // Other changes may have taken the room while the sources were asked.
      try requireRoomForChange()
    } catch {
      return turn.post(.operationEnded(operation, .failed(error)))
    }
    let outcome = document.add(
      [entity.known(also: id)],
      as: id,
      by: FavoriteEvidence(resolver),
      now: turn.timestamp,
      using: &random
    )
    var done = Done()
    done.sources = sources
    done.results = outcome.results.map { document.result($0, "\(id)") }
    reply(operation, done, afterSaving: outcome.change, &turn)
  }
}
