/// A value that stands in JSON as a text.
protocol FastJSONString: FastJSONValue {
  /// Nothing where the text stands for none.
  static func reading(_ text: String) -> Self?
  var asText: String { get }
}

extension FastJSONString {
  package static func read(_ reader: inout FastJSONReader) -> Self? {
    reader.text().flatMap(reading)
  }

  package func write(_ writer: inout FastJSONWriter) { writer.add(text: asText) }
}

extension EntityID: FastJSONString {
  static func reading(_ text: String) -> EntityID? { EntityID(text) }
  var asText: String { description }
}

extension PartialDate: FastJSONString {
  static func reading(_ text: String) -> PartialDate? { PartialDate(text) }
  var asText: String { description }
}

extension EntityKind: FastJSONString {
  static func reading(_ text: String) -> EntityKind? { EntityKind(rawValue: text) }
  var asText: String { rawValue }
}

extension AlbumKind: FastJSONString {
  static func reading(_ text: String) -> AlbumKind? { AlbumKind(rawValue: text) }
  var asText: String { rawValue }
}

extension Artwork.Role: FastJSONString {
  static func reading(_ text: String) -> Artwork.Role? { Artwork.Role(rawValue: text) }
  var asText: String { rawValue }
}

extension ProviderID: FastJSONString {
  static func reading(_ text: String) -> ProviderID? { ProviderID(rawValue: text) }
  var asText: String { rawValue }
}
