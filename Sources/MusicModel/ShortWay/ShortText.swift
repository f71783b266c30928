/// A value that stands in JSON as a text.
protocol ShortText: ShortValue {
  /// Nothing where the text stands for none.
  static func reading(_ text: String) -> Self?
  var asText: String { get }
}

extension ShortText {
  package static func read(_ reader: inout ShortReader) -> Self? {
    reader.text().flatMap(reading)
  }

  package func write(_ writer: inout ShortWriter) { writer.add(text: asText) }
}

extension EntityID: ShortText {
  static func reading(_ text: String) -> EntityID? { EntityID(text) }
  var asText: String { description }
}

extension PartialDate: ShortText {
  static func reading(_ text: String) -> PartialDate? { PartialDate(text) }
  var asText: String { description }
}

extension EntityKind: ShortText {
  static func reading(_ text: String) -> EntityKind? { EntityKind(rawValue: text) }
  var asText: String { rawValue }
}

extension AlbumKind: ShortText {
  static func reading(_ text: String) -> AlbumKind? { AlbumKind(rawValue: text) }
  var asText: String { rawValue }
}

extension Artwork.Role: ShortText {
  static func reading(_ text: String) -> Artwork.Role? { Artwork.Role(rawValue: text) }
  var asText: String { rawValue }
}

extension ProviderID: ShortText {
  static func reading(_ text: String) -> ProviderID? { ProviderID(rawValue: text) }
  var asText: String { rawValue }
}
