import BusProtocol
import MusicModel
import TestKit
import Testing

@Suite("The spec of a method")
struct MethodSpecTests {
  @Test("copies exactly the parameters that the method uses")
  func copies() throws {
    for spec in Methods.all {
      for rules in [spec.client, spec.provider].compactMap(\.self) {
        let used =
          rules.required + rules.anyOf + rules.optional + rules.groups.flatMap(\.parameters)
        let copy = try JSONCodec.decode(
          JSONValue.self,
          from: JSONCodec.encode(rules.only(CallParameters.all))
        )
        #expect(Set((copy.members ?? [:]).keys) == Set(used.map(\.name)), "\(spec.method)")
      }
    }
  }

  @Test("requires what the schema of call requires, in each direction")
  func schema() throws {
    let schema = try JSONCodec.decode(
      JSONValue.self,
      from: PackageRoot.bytes("Protocol/schema/call.schema.json")
    )
    let definitions = try #require(schema["$defs"]?.members)
    for spec in Methods.all {
      for (direction, rules) in [
        ("client-to-hub", spec.client), ("hub-to-provider", spec.provider),
      ] {
        let required = rules?.required.map(\.name) ?? []
        let definition = definitions["\(direction) \(spec.method)"]
        let found = definition?["required"]?.elements?.compactMap(\.text) ?? []
        #expect(found == required, "call.schema.json, $defs, \"\(direction) \(spec.method)\"")
        let choices = definition?["anyOf"]?.elements?.compactMap { $0["required"]?.elements?.first }
        let anyOf = rules?.anyOf.map(\.name) ?? []
        #expect((choices ?? []).compactMap(\.text) == anyOf, "\(direction) \(spec.method)")
      }
    }
  }

  @Test("has the words of sort that the schema of call allows")
  func sorts() throws {
    let schema = try JSONCodec.decode(
      JSONValue.self,
      from: PackageRoot.bytes("Protocol/schema/call.schema.json")
    )
    for spec in Methods.all {
      let definition = schema["$defs"]?["client-to-hub \(spec.method)"]
      let reference = definition?["properties"]?["sort"]?["$ref"]?.text
      let expected =
        spec.client.groups.contains(.page)
        ? "#/$defs/listSort" : spec.method == .listFavorites ? "#/$defs/favoriteSort" : nil
      #expect(
        reference == expected,
        "call.schema.json, $defs, \"client-to-hub \(spec.method)\": \"sort\" of its properties"
      )
    }
  }

  @Test("is named in the specification", arguments: Methods.all.map(\.method))
  func specification(_ method: Method) throws {
    let text = try PackageRoot.text("Protocol/messages.md")
    let chapter = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Methods\n") })
    let isListed = chapter.contains("`\(method)`")
    #expect(isListed, "Add \(method) to the table in \"Methods\" of Protocol/messages.md.")
  }

  @Test("rejects the words of sort that only other lists have")
  func sort() {
    func isAccepted(_ method: Method, _ sort: CallParameters.Sort) -> Bool {
      var parameters = CallParameters()
      parameters.id = EntityID("a:artist:1")
      parameters.sort = sort
      return (try? parameters.check(for: method, receiver: .hub)) != nil
    }
    for sort in CallParameters.Sort.allCases {
      let isOfLists = CallParameters.Sort.ofLists.contains(sort)
      #expect(isAccepted(.artistAlbums, sort) == isOfLists, "\(sort)")
      let isOfFavorites = CallParameters.Sort.ofFavorites.contains(sort)
      #expect(isAccepted(.listFavorites, sort) == isOfFavorites, "\(sort)")
      #expect(isAccepted(.getArtist, sort), "\(sort)")
    }
  }
}
