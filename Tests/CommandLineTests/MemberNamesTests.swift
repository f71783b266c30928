import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The members that --json selects")
struct MemberNamesTests {
  @Test("include all members of entities", arguments: EntityKind.allCases)
  func entities(_ kind: EntityKind) {
    let missing = kind.memberDescriptions.map(\.name).filter { !MemberNames.all.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test("are quoted in an error if they are unknown")
  func unknown() {
    let error = #expect(throws: UsageError.self) {
      _ = try Samples.invocation("top", "--json=title,artits,rank")
    }
    #expect(
      error?.message
        == "Invalid --json \"artits\"; expected members such as id,title,artist. "
        + "Did you mean \"artist\"?"
    )
  }

  @Test("include those of other rows", arguments: ["fav", "note", "provider", "state", "ageMs"])
  func others(_ name: String) { #expect(MemberNames.all.contains(name)) }
}
