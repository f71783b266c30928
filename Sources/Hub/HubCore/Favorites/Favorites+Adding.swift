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

  /// The step of a call to add an entity that is a favourite already, which removes it if `isRemoval`; `nil` if it is
  /// none.
  mutating func stepIfAdded(
    _ id: EntityID,
    removing isRemoval: Bool,
    _ index: EntityIndex,
    _ turn: inout Turn
  ) -> FavoritesStep? {
    guard let fav = document.favorite(id) else { return nil }
    // A source may have given the favourite a wrong id.
    if let known = index.merged(id), let snapshot = document.record(fav)?.content?.entity,
      Catalog.areNamedApart(snapshot, known)
    {
      return nil
    }
    var done = Done()
    var change: FavoritesChange?
    if isRemoval {
      (done.results, change) = remove(["\(id)"], turn.timestamp)
    } else {
      done.results = [document.result(of: fav, .exists, "\(id)")]
    }
    return reply(done, afterSaving: change, &turn)
  }

  /// Adds an entity as the sources know it; `waiting` calls about favourites wait already.
  mutating func add(
    _ entity: Entity,
    as id: EntityID,
    sources: [SourceReport]?,
    _ resolver: EntityResolver,
    waiting: Int,
    _ turn: inout Turn
  ) throws(Failure) -> FavoritesStep {
    guard case .open = state else {
      throw Failure(.favoritesUnavailable, "The favourites \(path) are not open.")
    }
    // Other changes may have taken the room while the sources were asked.
    try requireRoomForChange(waiting)
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
    return reply(done, afterSaving: outcome.change, &turn)
  }
}
