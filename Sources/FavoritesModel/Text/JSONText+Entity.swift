package import MusicModel

// Entities go the short way where they can, with the same outcome: Foundation's takes many times as
// long, and a page has fifty of them.
extension JSONText {
  package static func write(_ entity: Entity) throws -> [UInt8] {
    var writer = ShortWriter()
    entity.write(&writer)
    if let bytes = writer.written { return bytes }
    return try writeGenerally(entity)
  }

  package static func readEntity(_ text: ArraySlice<UInt8>) throws -> Entity {
    let bytes = Array(text)
    if (try? UTF8Span(validating: bytes.span)) != nil {
      var reader = ShortReader(bytes)
      if let entity = Entity.read(&reader), reader.isAtEnd { return entity }
    }
    return try read(Entity.self, bytes)
  }
}
