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

extension FavoritesImport {
  /// Reads a table. The header row names the columns in any order; `kind`, `name` and `ids` are required.
  mutating func readTable(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      refuse(1, "the file is not valid UTF-8", Array(bytes.prefix(200)))
      return
    }
    let mark: Character = "\u{FEFF}"
    let rows = CSV.rows(text.first == mark ? String(text.dropFirst()) : text)
    guard let head = rows.first else { return }
    let columns = head.fields.map { FavoriteColumn(rawValue: $0.lowercased()) }
    let needed: [FavoriteColumn] = [.kind, .name, .ids]
    let missing = needed.filter { !columns.contains($0) }
    guard missing.isEmpty else {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      refuse(1, "the head of the table lacks \(names)", Array(bytes.prefix(200)))
      return
    }
    for (number, fields) in rows.dropFirst() {
      var values: [FavoriteColumn: String] = [:]
      for (column, field) in zip(columns, fields) where !field.isEmpty {
        if let column { values[column] = field }
      }
      take(FavoriteColumn.json(values), number)
    }
  }

  private mutating func take(_ json: JSONValue, _ number: Int) {
    take(EncodedJSON(json).bytes[...], number)
  }
}

extension FavoriteColumn {
  /// The exported object that a row of the table represents.
  fileprivate static func json(_ values: [FavoriteColumn: String]) -> JSONValue {
    let isArtist = values[.kind] == "artist"
    let ids = (values[.ids] ?? "").split(separator: " ").map { JSONValue.string(String($0)) }
    var entity: [String: JSONValue] = [
      "kind": .string(values[.kind] ?? ""),
      isArtist ? "name" : "title": .string(values[.name] ?? ""),
      "ids": .array(ids),
    ]
    entity["id"] = ids.first
    entity["artist"] = values[.artist].map { ["name": .string($0)] }
    entity["album"] = values[.album].map { ["title": .string($0)] }
    // That of an artist may be the year of a birth or of the foundation of a group.
    if !isArtist { entity["releaseDate"] = values[.date].map(JSONValue.string) }
    let genres = (values[.genres] ?? "").split(separator: ";").map { genre in
      JSONValue.string(String(genre.drop { $0 == " " }))
    }
    if !genres.isEmpty { entity["genres"] = .array(genres) }
    var row: [String: JSONValue] = ["entity": .object(entity)]
    row["fav"] = values[.fav].map(JSONValue.string)
    row["added"] = values[.added].map(JSONValue.string)
    row["note"] = values[.note].map(JSONValue.string)
    return .object(row)
  }
}
