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

extension NameResolution {
  /// The artist whom people mean among several of one name, if one clearly dominates; otherwise `nil`.
  ///
  /// That is the only favourite, or else the one that the most sources have, with three times the albums or ten
  /// times the followers of each other one.
  static func dominant(
    among candidates: [Entity],
    albumCounts: [EntityID: Int]
  ) -> Artist? {
    let artists = candidates.compactMap { entity -> Artist? in
      if case .artist(let artist) = entity { artist } else { nil }
    }
    guard artists.count == candidates.count, artists.count > 1 else { return nil }
    let favorites = artists.filter { $0.favorite == true }
    if favorites.count == 1 { return favorites[0] }
    guard favorites.isEmpty else { return nil }
    let leader = artists.max {
      ($0.sourceCount, $0.followers ?? 0) < ($1.sourceCount, $1.followers ?? 0)
    }
    guard let leader else { return nil }
    let dominates = artists.allSatisfy { other in
      if other.id == leader.id { return true }
      let albums = (albumCounts[leader.id] ?? 0, albumCounts[other.id] ?? 0)
      let followers = (leader.followers ?? 0, other.followers ?? 0)
      return leader.sourceCount > other.sourceCount
        && (albums.0 > 0 && albums.0 >= 3 * albums.1
          || followers.0 > 0 && followers.0 >= 10 * followers.1)
    }
    return dominates ? leader : nil
  }
}

extension Artist {
  /// The number of sources that have it.
  fileprivate var sourceCount: Int { Set(ids.map(\.namespace)).count }
}

extension Entity {
  /// The artist of an album or song.
  var artistName: String? { artist?.name }
}
