import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// The check of the favourites file, with what the entity index knows of their ids.
extension Favorites {
  /// The report of a check.
  func report(_ check: DocumentCheck, _ index: EntityIndex) -> Done {
    var done = Done()
    var report = check.report
    let suspicious = check.suspects.compactMap {
      FavoritesCheck.Suspicion($0, index.resolver)
    }
    let all =
      suspicious
      + document.suspicions(index).filter { new in
        !suspicious.contains { $0.fav == new.fav && !$0.ids.isEmpty }
      }
    if !all.isEmpty { report.suspicious = Array(all.prefix(DocumentCheck.maxErrors)) }
    done.check = report
    return done
  }
}

extension FavoritesDocument {
  /// The favourites with an id of an entity that has another name.
  fileprivate func suspicions(_ index: EntityIndex) -> [FavoritesCheck.Suspicion] {
    var found: [FavoriteID: FavoritesCheck.Suspicion] = [:]
    for known in index.all {
      guard let id = known.ids.first(where: { favorite($0) != nil }),
        let fav = favorite(id), let entity = index.merged(id),
        let content = record(fav)?.content, let snapshot = content.entity,
        Catalog.areNamedApart(snapshot, entity)
      else { continue }
      let own = content.ids.filter { !known.ids.contains($0) }
      found[fav] = FavoritesCheck.Suspicion(
        fav: fav.description,
        name: content.name,
        ids: own.prefix(1) + [id],
        reason: "its id \(id) is that of \"\(entity.displayName)\""
      )
    }
    return found.values.sorted { $0.fav < $1.fav }
  }
}

extension FavoritesCheck.Suspicion {
  /// `nil` if the names agree after all, or the user declared the entities the same.
  fileprivate init?(_ suspect: DocumentCheck.Suspect, _ resolver: EntityResolver) {
    let ids = suspect.snapshot.ids
    let other = suspect.others.first { other in
      Catalog.areNamedApart(suspect.snapshot, other)
        && !other.ids.contains { resolver.isSame($0, as: ids) }
    }
    let rivals = suspect.rivals.filter { rival in
      !resolver.isSame(rival, as: suspect.rivals.filter { $0 != rival })
    }
    guard other != nil || rivals.count > 1 else { return nil }
    let apart = other.map { other in
      let theirs = other.ids.first { !ids.contains($0) } ?? other.ids.first
      return [theirs, ids.first { !other.ids.contains($0) }].compactMap(\.self)
    }
    self.init(
      fav: suspect.fav.description,
      name: suspect.snapshot.displayName,
      ids: rivals.count > 1 ? Array(rivals.prefix(2)) : apart ?? [],
      reason: other.map { "it was \"\($0.displayName)\", or is combined with it" }
        ?? "it has the ids \(rivals[0]) and \(rivals[1]), which one source gave to two artists"
    )
  }
}
