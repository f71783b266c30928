import MusicModel

/// Which of the entities that have a name is meant.
enum NameResolution: Hashable, Sendable {
  /// This one; `alike` are others that write the name differently.
  case one(Entity, alike: [Entity])
  case several([Entity])
  case none

  /// Chooses among those that the hub found under the name, capitals and accents aside.
  ///
  /// One that is written exactly as typed is meant, and else one that is alone. Between several
  /// nothing is guessed.
  init(_ attempt: NameInterpretation, among found: [Entity]) {
    let candidates = NameResolution.narrowed(found, to: attempt.artist)
    let exact = candidates.filter { $0.displayName == attempt.text }
    if exact.count == 1 {
      self = .one(exact[0], alike: candidates.filter { $0.id != exact[0].id })
    } else if candidates.count == 1 {
      self = .one(candidates[0], alike: [])
    } else {
      self = candidates.isEmpty ? .none : .several(candidates)
    }
  }

  /// Those of the artist that was typed; where none is, the hub's word is taken that they fit.
  private static func narrowed(_ found: [Entity], to artist: String?) -> [Entity] {
    guard let wanted = artist?.lowercased() else { return found }
    let own = found.filter { $0.artistName?.lowercased() == wanted }
    return own.isEmpty ? found : own
  }
}

extension Entity {
  /// The artist of an album or song.
  var artistName: String? {
    switch self {
    case .album(let album): album.artist?.name
    case .song(let song): song.artist?.name
    case .artist, .chart: nil
    }
  }
}
