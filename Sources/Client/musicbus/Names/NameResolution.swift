import MusicModel

/// The result of choosing among entities with the same name.
enum NameResolution: Hashable, Sendable {
  /// One entity; `others` spell the name differently.
  case one(Entity, others: [Entity])
  case several([Entity])
  case none

  /// Chooses among the entities that match a name, ignoring case and accents.
  ///
  /// The only exact match wins, otherwise a single match. Several matches are never resolved by guessing.
  init(_ interpretation: NameInterpretation, among found: [Entity]) {
    let candidates = NameResolution.narrowed(found, to: interpretation.artist)
    let exact = candidates.filter { $0.displayName == interpretation.text }
    if exact.count == 1 {
      self = .one(exact[0], others: candidates.filter { $0.id != exact[0].id })
    } else if candidates.count == 1 {
      self = .one(candidates[0], others: [])
    } else {
      self = candidates.isEmpty ? .none : .several(candidates)
    }
  }

  /// The entities by the given artist; all of them if none has exactly that artist.
  private static func narrowed(_ found: [Entity], to artist: String?) -> [Entity] {
    guard let wanted = artist?.lowercased() else { return found }
    let own = found.filter { $0.artistName?.lowercased() == wanted }
    return own.isEmpty ? found : own
  }
}

extension Entity {
  /// The artist of an album or song.
  var artistName: String? { artist?.name }
}
