import Foundation
import MusicModel
import TestKit
import Testing

@testable import Certification

@Suite("The names in a manifest")
struct ManifestRulesTests {
  private func problems(_ members: [String: JSONValue]) -> [String] {
    let usual: [String: JSONValue] = [
      "id": "shelf", "executable": "./a", "methods": ["artists.search"],
    ]
    return ManifestRules.problems(in: .object(usual.merging(members) { $1 }))
  }

  @Test("are in order in all manifests of this repository, and may be new")
  func good() throws {
    for path in ["Discogs", "LRCLIB", "Files", "Spotify", "Examples/Node", "Examples/C"] {
      let bytes = try PackageRoot.bytes("Plugins/\(path)/provider.json")
      let value = try JSONCodec.decode(JSONValue.self, from: Array(bytes))
      #expect(ManifestRules.problems(in: value) == [], "\(path)")
    }
    #expect(problems(["weather": "sunny"]) == [])
  }

  @Test(
    "are named if they are misspelt",
    arguments: [
      ("namespace", "namespaces"), ("upstream", "upstreams"), ("Samples", "samples"),
      ("excutable", "executable"),
    ]
  )
  func misspelt(_ name: String, _ meant: String) {
    #expect(
      problems([name: []])
        == ["\"\(name)\" is no member of a manifest; it may be \"\(meant)\"."]
    )
  }

  @Test("are named if they are misspelt in an upstream")
  func upstream() {
    #expect(
      problems(["upstreams": [["url": "https://a.example", "header": [:]]]])
        == ["\"header\" is no member of an upstream; it may be \"headers\"."]
    )
  }

  @Test("are named if braces in what upstreams are sent name no setting")
  func braces() {
    func problems(_ upstream: [String: JSONValue]) -> [String] {
      self.problems([
        "upstreams": [.object(upstream)],
        "configSchema": ["properties": ["user": [:], "password": ["secret": true], "apiKey": [:]]],
      ])
    }
    let good: [String: JSONValue] = [
      "headers": ["X": "Key {apiKey}, {user}/{contact}", "Y": "a } b { c"],
      "query": ["t": "{md5:password+salt}", "s": "{salt}", "v": "1"],
      "token": ["url": "https://a.example/t", "id": "{user}", "secret": "{password}"],
    ]
    #expect(problems(good) == [])
    func found(_ member: String, _ name: String, _ text: JSONValue) -> [String] {
      problems([member: [name: text]])
    }
    func problem(_ member: String, _ name: String, _ setting: String, _ end: String) -> [String] {
      [
        "The braces in \"\(name)\" of \"\(member)\" of an upstream name \"\(setting)\", which is no setting "
          + "of \"configSchema\"\(end)"
      ]
    }
    #expect(
      found("query", "t", "{md5:pasword+salt}")
        == problem("query", "t", "pasword", "; did you mean \"password\"?")
    )
    #expect(
      found("headers", "X", "{user} {apikey}")
        == problem("headers", "X", "apikey", "; did you mean \"apiKey\"?")
    )
    #expect(found("query", "l", "{colour}") == problem("query", "l", "colour", "."))
    #expect(found("token", "id", "{salt}") == problem("token", "id", "salt", "."))
    #expect(
      self.problems(["upstreams": [["query": ["k": "{key}"]]]]) == problem("query", "k", "key", ".")
    )
  }

  @Test("are named if no provider serves such a method, in a list and in an object")
  func methods() {
    let unknown =
      "There is no method \"artist.search\" that providers serve; did you mean \"artists.search\"?"
    #expect(problems(["methods": ["artist.search"]]) == [unknown])
    #expect(problems(["methods": ["artist.search": [:]]]) == [unknown])
    #expect(
      problems(["methods": ["favorites.list"]])
        == ["There is no method \"favorites.list\" that providers serve."]
    )
    #expect(
      problems(["samples": [["method": "artists.serch", "params": [:]]]])
        == [
          "A sample calls \"artists.serch\", which is not in \"methods\"; did you mean \"artists.search\"?"
        ]
    )
  }

  @Test("are named if a program never gets such a variable")
  func variables() {
    let names: JSONValue = ["REGION", "MUSICBUS_SHELF_MODE", "MUSICBUS_OTHER_URL"]
    #expect(problems(["environment": names]) == [])
    #expect(
      problems(["environment": names, "lines": 1])
        == [
          "The program does not get the variable \"REGION\" of \"environment\" in a sandbox; name it "
            + "MUSICBUS_SHELF_REGION."
        ]
    )
  }
}
