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
      var value: String
    }
    var namespaces: [Entry]
  }

  @Test("are checked by the namespaces of the registry")
  func registry() throws {
    let bytes = try PackageRoot.bytes("Protocol/registry/namespaces.json")
    let registry = try JSONCodec.decode(Registry.self, from: Array(bytes))
    let known = registry.namespaces.map {
      ($0.namespace, IDRules.Namespace(Set($0.types), $0.value))
    }
    #expect(IDRules.registered == Dictionary(uniqueKeysWithValues: known))
  }

  @Test(
    "have a namespace of the provider, a type of it, and the kind of the item",
    arguments: [
      ("itunes:artist:1", "artist", false), ("shelf:artist:1", "artist", true),
      ("other:artist:1", "artist", false), ("shelf:master:1", "album", false),
      ("itunes:recording:1", "song", false),
      ("itunes:album:1", "artist", false), ("mbid:release:1", "album", true),
      ("mbid:release:1", "artist", false),
    ]
  )
  func problems(_ id: String, _ kind: String, _ isValid: Bool) {
    let item: JSONValue = ["id": .string(id), "kind": .string(kind)]
    let declared: Set = ["shelf:artist", "mbid:artist"]
    #expect((IDRules.problem(of: item, declared: declared) == nil) == isValid)
  }

  @Test("may be of another service in a chart of it")
  func entries() {
    let item: JSONValue = ["id": "itunes:album:1", "kind": "album"]
    #expect(IDRules.problem(of: item, declared: ["charts:chart"], isEntry: true) == nil)
  }

  @Test(
    "of other services have the form that these have",
    arguments: [
      ("isrc:recording:GBAYE9714951", true), ("isrc:recording:INVENTED", false),
      ("mbid:recording:aa997ea0-2936-40bd-884d-3af8a0e064dc", true), ("mbid:recording:12", false),
      ("mbid:recording:12345678-1234-1234-1234-123456789abc", false),
      ("mbid:song:aa997ea0-2936-40bd-884d-3af8a0e064dc", false),
      ("upc:album:600019638258", true), ("upc:album:600019638259", false),
      ("upc:album:40170725", true), ("spotify:song:short", false), ("nowhere:song:1", false),
      ("shelf:song:any-thing", true),
    ]
  )
  func others(_ id: String, _ isValid: Bool) {
    let item: JSONValue = [
      "id": "shelf:song:1", "kind": "song", "ids": ["shelf:song:1", .string(id)],
    ]
    let problems = IDRules.problems(inIDsOf: item, declared: ["shelf:song"])
    #expect(problems.isEmpty == isValid, "\(problems)")
  }

  @Test("of other services are not one for all")
  func shared() {
    func items(_ names: [JSONValue], _ codes: [JSONValue]) -> [JSONValue] {
      zip(names, codes).map { ["title": $0, "ids": [.string("shelf:song:\($0.text ?? "")"), $1]] }
    }
    let code: JSONValue = "isrc:recording:GBAYE9714951"
    #expect(IDRules.sharedID(of: items(["A", "B", "C"], [code, code, code])) == code.text)
    #expect(IDRules.sharedID(of: items(["A", "B"], [code, code])) == nil)
    #expect(IDRules.sharedID(of: items(["A", "A", "C"], [code, code, code])) == nil)
    let other: JSONValue = "isrc:recording:GBAYE9714952"
    #expect(IDRules.sharedID(of: items(["A", "B", "C"], [code, code, other])) == nil)
  }
}
