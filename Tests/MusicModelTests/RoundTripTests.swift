import MusicModel
import TestKit
import Testing

@Suite("An entity that is read and written again")
struct RoundTripTests {
  @Test("loses no member, known or not", arguments: entities)
  func lossless(_ vector: Vector) throws {
    let before = try read(JSONValue.self, vector.document)
    let entity = try read(Entity.self, vector.document)
    #expect(try read(JSONValue.self, write(entity)) == before)
    #expect(entity.kind.rawValue == vector.subject)
  }

  @Test("is the same value", arguments: entities)
  func equal(_ vector: Vector) throws {
    let entity = try read(Entity.self, vector.document)
    #expect(try read(Entity.self, write(entity)) == entity)
  }

  @Test("has its own id among its ids")
  func ownID() throws {
    let json = #"{"kind":"artist","id":"x:artist:1","ids":["y:artist:2"],"name":"N"}"#
    let artist = try read(Artist.self, Array(json.utf8))
    #expect(artist.ids.map(\.description) == ["x:artist:1", "y:artist:2"])
    let alone = try read(Artist.self, Array(#"{"id":"x:artist:1","name":"N"}"#.utf8))
    #expect(alone.ids.map(\.description) == ["x:artist:1"])
  }

  @Test("omits members without a value")
  func nothing() throws {
    let id = try #require(EntityID("x:album:1"))
    let members = try read(JSONValue.self, write(Album(id: id, title: "T"))).members
    #expect(members.map { Set($0.keys) } == ["kind", "id", "ids", "title"])
  }

  @Test("preserves the form of numbers")
  func numbers() throws {
    for number in [JSONValue.integer(9_007_199_254_740_991), .integer(-1), .number(13.99)] {
      #expect(try read(JSONValue.self, write(["n": number]))["n"] == number)
    }
  }

  @Test("is rejected if its kind is a different one")
  func otherKind() {
    let json = Array(#"{"kind":"album","id":"x:artist:1","name":"N","title":"T"}"#.utf8)
    #expect(throws: JSONMismatch.self) { try read(Artist.self, json) }
    #expect(throws: Never.self) { try read(Album.self, json) }
    let none = Array(#"{"id":"x:artist:1","name":"N"}"#.utf8)
    #expect(throws: JSONMismatch.self) { try read(Entity.self, none) }
  }

  private static let entities = EntityKind.allCases.flatMap { Vector.all($0.rawValue, .valid) }

  private func read<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    try JSONCodec.decode(type, from: bytes)
  }

  private func write(_ value: some Encodable) throws -> [UInt8] {
    try JSONCodec.encode(value)
  }
}
