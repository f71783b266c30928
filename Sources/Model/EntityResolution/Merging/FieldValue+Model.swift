import MusicModel

extension String: FieldValue {
  var json: JSONValue { .string(self) }

  /// A longer text says more, up to what anybody reads; broken characters spoil it.
  var quality: Int {
    let length = min(utf8.count, 4_000)
    return contains("Ã") || contains("\u{FFFD}") || contains("â€") ? length / 4 : length
  }

  var listKey: String { lowercased() }
}

extension Int: FieldValue {
  var json: JSONValue { .integer(self) }
  var order: Int { self }
}

extension Double: FieldValue {
  var json: JSONValue { .number(self) }
}

extension Bool: FieldValue {
  var json: JSONValue { .bool(self) }
}

extension PartialDate: FieldValue {
  var json: JSONValue { .string(description) }
  /// How many parts are known.
  var quality: Int { 1 + (month == nil ? 0 : 1) + (day == nil ? 0 : 1) }

  /// The earliest credible year first, in it the most exact date. The first of January stands for
  /// the year in many sources. Nothing was sold before 1900, and the first days of 1900 and 1970
  /// are what computers write where they know nothing.
  var order: Int {
    let isFirstDay = month == 1 && day == 1
    let isPlaceholder = isFirstDay && (year == 1900 || year == 1970)
    let exactness = isFirstDay ? 1 : quality
    return (isPlaceholder || year < 1900 ? 100_000 : 0) + year * 4 - exactness
  }
}

extension AlbumKind: FieldValue {
  var json: JSONValue { .string(rawValue) }
  /// Sources that do not tell kinds call everything an album.
  var quality: Int { self == .album ? 0 : 1 }
}

extension EntityKind: FieldValue {
  var json: JSONValue { .string(rawValue) }
}

extension ArtistReference: FieldValue {
  var json: JSONValue {
    var members: [String: JSONValue] = ["name": .string(name)]
    members["id"] = id.map { .string($0.description) }
    return .object(members)
  }
  var quality: Int { id == nil ? 0 : 1 }
}

extension AlbumReference: FieldValue {
  var json: JSONValue {
    var members: [String: JSONValue] = ["title": .string(title)]
    members["id"] = id.map { .string($0.description) }
    return .object(members)
  }
  var quality: Int { id == nil ? 0 : 1 }
  func agrees(with other: AlbumReference) -> Bool {
    id == nil || other.id == nil ? FoldedName(title) == FoldedName(other.title) : id == other.id
  }
}

extension Artwork: FieldValue {
  var json: JSONValue {
    var members: [String: JSONValue] = ["url": .string(url), "role": .string(role.rawValue)]
    members["width"] = width.map { .integer($0) }
    members["height"] = height.map { .integer($0) }
    return .object(members)
  }
  /// The area in pixels.
  var quality: Int { min(width ?? 0, 20_000) * min(height ?? width ?? 0, 20_000) }
  var listKey: String { url }
}

extension JSONValue: FieldValue {
  var json: JSONValue { self }
}
