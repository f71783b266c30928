internal import JSON
package import MusicModel

extension FavoritesImport.Item {
  /// A bound of the size of the row as JSON.
  package var maxByteCount: Int { content.entityText.count + 6 * (note?.utf8.count ?? 0) + 200 }

  /// The row as sent to the hub.
  package var row: EncodedJSON {
    var writer = JSONWriter(reserving: maxByteCount)
    writer.open(.object)
    if let added {
      writer.name("added")
      writer.add(text: added.description)
    }
    writer.name("entity")
    writer.add(json: content.entityText)
    if let fav {
      writer.name("fav")
      writer.add(text: fav.description)
    }
    if let note {
      writer.name("note")
      writer.add(text: note)
    }
    writer.close(.object)
    return EncodedJSON(json: writer.bytes)
  }
}
