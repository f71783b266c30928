package import MusicModel

extension FavoritesImport.Item {
  /// A bound of the size of the row as JSON.
  package var maxByteCount: Int { content.entityText.count + 6 * (note?.utf8.count ?? 0) + 200 }

  /// The row as sent to the hub.
  package var row: JSONValue {
    var members = ["entity": content.json]
    if let fav { members["fav"] = .string(fav.description) }
    if let added { members["added"] = .string(added.description) }
    if let note { members["note"] = .string(note) }
    return .object(members)
  }
}
