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

  @Test("is named in the specification", arguments: Methods.all.map(\.method))
  func specification(_ method: Method) throws {
    let text = try PackageRoot.text("Protocol/messages.md")
    let chapter = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Methods\n") })
    let isListed = chapter.contains("`\(method)`")
    #expect(isListed, "Add \(method) to the table in \"Methods\" of Protocol/messages.md.")
  }

  @Test("says since when it is deprecated, until when it stays, and what to use instead")
  func deprecation() {
    let old = MethodSpec.Deprecation(since: "1.1", until: "1.3", instead: "artist.albums")
    #expect(
      old.notice(of: Method(rawValue: "artist.records"))
        == "\"artist.records\" is deprecated since protocol 1.1 and goes in 1.3; use artist.albums."
    )
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
      #expect(isAccepted(.favoritesList, sort) == isOfFavorites, "\(sort)")
      #expect(isAccepted(.artistGet, sort), "\(sort)")
    }
  }
}
