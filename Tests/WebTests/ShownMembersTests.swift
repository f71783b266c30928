import Foundation
import MusicModel
import TestKit
import Testing

@Suite("The page")
struct ShownMembersTests {
  /// Members that order or identify entities, and are not shown themselves.
  private static let hidden: Set<String> = ["sortName"]

  @Test("uses every member of an entity", arguments: EntityKind.allCases)
  func members(_ kind: EntityKind) throws {
    let directory = PackageRoot.url("Sources/Client/musicbus-web/Page/js")
    let paths = try #require(FileManager.default.enumerator(atPath: directory.path()))
    let scripts = paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".js") }
    let text = try scripts.map {
      try String(contentsOf: directory.appending(path: $0), encoding: .utf8)
    }.joined()
    let words = Set(text.split { !$0.isLetter }.map(String.init))
    let members = kind.memberDescriptions.map(\.name).filter { !Self.hidden.contains($0) }
    #expect(!scripts.isEmpty)
    #expect(members.filter { !words.contains($0) } == [], "Show them in js/screens.")
  }
}
