package import MusicModel

// Entities are read and written directly if possible, with equal results: Foundation takes many times as
// long, and a page has fifty of them.
extension JSONText {
  package static func write(_ entity: Entity) throws -> [UInt8] {
    try entity.writtenFast() ?? writeGenerally(entity)
  }

  static func write(_ value: JSONValue) throws -> [UInt8] {
    try value.writtenFast() ?? writeGenerally(value)
  }

  static func readValue(_ text: some Sequence<UInt8>) throws -> JSONValue {
    let bytes = Array(text)
    let isUTF8 = (try? UTF8Span(validating: bytes.span)) != nil
    return try (isUTF8 ? JSONValue.readFast(bytes) : nil) ?? read(JSONValue.self, bytes)
  }

  package static func readEntity(_ text: ArraySlice<UInt8>) throws -> Entity {
    let bytes = Array(text)
    let isUTF8 = (try? UTF8Span(validating: bytes.span)) != nil
    return try (isUTF8 ? Entity.readFast(bytes) : nil) ?? read(Entity.self, bytes)
  }
}
