import Foundation
import MusicModel
import TestKit
import Testing

@testable import Certification

@Suite("The ids of items")
struct IDRulesTests {
  private struct Registry: Decodable {
    struct Entry: Decodable {
      var namespace: String
      var types: [String]
    }
    var namespaces: [Entry]
  }

  @Test("are checked by the namespaces of the registry")
  func registry() throws {
    let bytes = try PackageRoot.bytes("Protocol/registry/namespaces.json")
    let registry = try JSONCodec.decode(Registry.self, from: Array(bytes))
    let types = registry.namespaces.map { ($0.namespace, Set($0.types)) }
    #expect(IDRules.registered == Dictionary(uniqueKeysWithValues: types))
  }

  @Test(
    "have a registered or declared namespace, a type of it, and the kind of the item",
    arguments: [
      ("itunes:artist:1", "artist", true), ("shelf:artist:1", "artist", true),
      ("other:artist:1", "artist", false), ("shelf:master:1", "album", false),
      ("itunes:recording:1", "song", false),
      ("itunes:album:1", "artist", false), ("mbid:release:1", "album", true),
    ]
  )
  func problems(_ id: String, _ kind: String, _ isValid: Bool) {
    let item: JSONValue = ["id": .string(id), "kind": .string(kind)]
    #expect((IDRules.problem(of: item, declared: ["shelf:artist"]) == nil) == isValid)
  }
}
