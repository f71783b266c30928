import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// The check of the favourites file, with what the entity index knows of their ids.
extension Favorites {
  /// Replies to the calls that wait for the check.
  mutating func checked(_ check: DocumentCheck, _ index: EntityIndex, _ turn: inout Turn) {
    var done = Done()
    var report = FavoritesCheck(check, of: path)
    let suspicious = check.suspects.compactMap(FavoritesCheck.Suspicion.init)
    let all =
      suspicious
      + document.suspicions(index).filter { new in
        !suspicious.contains { $0.fav == new.fav && !$0.ids.isEmpty }
      }
    if !all.isEmpty { report.suspicious = Array(all.prefix(FavoritesCheck.maxErrors)) }
    done.check = report
    for call in takePending(&turn, where: \.isCheck) {
      turn.post(.operationEnded(call.operation, .change(done)))
    }
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

extension FavoritesCheck {
  /// The maximum number of reported errors of each kind.
  static let maxErrors = 1000

  fileprivate init(_ check: DocumentCheck, of path: String) {
    self.init(
      document: path,
      version: check.version,
      lines: check.lineCount,
      favorites: check.favoriteCount
    )
    damaged = check.damaged.prefix(FavoritesCheck.maxErrors).map { line in
      Damage(line: line.number, reason: line.reason.description)
    }
    incomplete = check.incomplete.prefix(FavoritesCheck.maxErrors).map(\.description)
    doubtful = check.doubtful.prefix(FavoritesCheck.maxErrors).map(\.description)
  }
}

extension FavoritesCheck.Suspicion {
  /// `nil` if the names agree after all.
  fileprivate init?(_ suspect: DocumentCheck.Suspect) {
    let other = suspect.others.first { Catalog.areNamedApart(suspect.snapshot, $0) }
    guard other != nil || !suspect.rivals.isEmpty else { return nil }
    let ids = suspect.snapshot.ids
    let apart = other.map { other in
      [ids.first { !other.ids.contains($0) }, other.ids.first { !ids.contains($0) }].compactMap(
        \.self
      )
    }
    let rivals = Array(suspect.rivals.prefix(2))
    self.init(
      fav: suspect.fav.description,
      name: suspect.snapshot.displayName,
      ids: rivals.isEmpty ? (apart ?? []).count == 2 ? apart ?? [] : Array(ids.prefix(2)) : rivals,
      reason: other.map { "it was \"\($0.displayName)\", or is combined with it" }
        ?? "it has the ids \(rivals.map(\.description).joined(separator: " and ")) of one source"
    )
  }
}
