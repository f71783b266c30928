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

  /// Reads a row without decoding its entity, which must be written as this program writes it.
  ///
  /// Any other row gives `nil`.
  init?(canonical row: ArraySlice<UInt8>) {
    let bytes = Array(row)
    guard let members = FavoritesImport.Item.members(of: bytes) else { return nil }
    let range = members["entity"] ?? 0..<bytes.count
    let text = range.count == bytes.count ? bytes : Array(bytes[range])
    guard JSONText.isCanonical(text), let content = FavoriteContent(normal: text) else {
      return nil
    }
    func value(_ name: String) -> String? {
      members[name].flatMap { JSONText.string(bytes, $0) }
    }
    let note = value("note")
    guard (note?.utf8.count ?? 0) <= FavoriteLimits.maxNoteBytes else { return nil }
    self.init(
      fav: value("fav").flatMap { FavoriteID($0) },
      content: content,
      added: value("added").flatMap { Timestamp($0) },
      note: note
    )
  }

  /// The values of an object by name; `nil` for other values and for repeated names.
  private static func members(of bytes: [UInt8]) -> [String: Range<Int>]? {
    var members: [String: Range<Int>] = [:]
    var cursor = JSONCursor(bytes, dialect: .document)
    do throws(JSONError) {
      try cursor.open(.object)
      while let (name, value) = try cursor.nextMember() {
        let name = String(decoding: bytes[name], as: UTF8.self)
        guard members.updateValue(value, forKey: name) == nil else { return nil }
      }
      try cursor.finish()
    } catch {
      return nil
    }
    return members
  }
}
