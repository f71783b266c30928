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

  @Test("include those of other rows", arguments: ["fav", "note", "provider", "state", "ageMs"])
  func others(_ name: String) { #expect(MemberNames.all.contains(name)) }
}
