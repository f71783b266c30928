import MusicModel

/// The columns of a table of favourites.
enum FavoriteColumn: String, CaseIterable {
  case fav, kind, name, artist, album, date, genres, ids, added, note

  /// The fields of a favourite. Several genres or ids are joined by a separator that cannot occur in them.
  static func values(_ record: FavoriteRecord) -> [String] {
    let json = record.content?.json ?? [:]
    let year = (json["formedYear"] ?? json["bornYear"])?.integer.map(String.init)
    return allCases.map { column in
      switch column {
      case .fav: record.fav.description
      case .kind: record.content?.kind.rawValue ?? ""
      case .name: record.content?.name ?? ""
      case .artist: json["artist"]?["name"]?.text ?? ""
      case .album: json["album"]?["title"]?.text ?? ""
      case .date: json["releaseDate"]?.text ?? year ?? ""
      case .genres: (json["genres"]?.elements ?? []).compactMap(\.text).joined(separator: "; ")
      case .ids: (record.content?.ids ?? []).map(\.description).joined(separator: " ")
      case .added: record.added.description
      case .note: record.note ?? ""
      }
    }
  }
}
