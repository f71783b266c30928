import CommandKit
import Foundation
import MusicModel
import TestKit
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

  @Test(
    "are those of the results of the hub that a command prints",
    arguments: [
      ("cache", "cache status"), ("collection", "collection"), ("explanation", "explain"),
      ("favorite-results", "favorites add"), ("favorite-undone", "favorites undo"),
      ("favorites-check", "favorites check"), ("favorites", "favorites list"),
      ("hub-status", "hub status"), ("library", "library status"), ("metrics", "hub metrics"),
      ("providers", "providers"), ("recent", "recent"), ("releases", "new"),
      ("unavailable-favorites", "favorites check"), ("verdict", "same"),
    ]
  )
  func results(_ vector: String, _ command: String) throws {
    let text = try PackageRoot.text("Protocol/vectors/done/valid/\(vector).json")
    let frames = try JSONCodec.decode(JSONValue.self, from: Array(text.utf8))["frames"]
    let body = try #require(frames?.elements?[2]["json"]?.members)
    let rows = body.filter { !["sources", "parts", "ids", "favs"].contains($0.key) }.values
    let names = rows.flatMap { row in
      (row.elements ?? [row]).flatMap { $0.members?.keys.sorted() ?? [] }
    }
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(MemberNames.of(command)) == [])
  }

  @Test("belong to commands that there are, and are in their help")
  func commands() {
    for command in MemberNames.commands {
      let words = command.split(separator: " ").map(String.init)
      let help = CommandTable.program.help(for: words).map(\.text).joined(separator: "\n")
      #expect(help.contains("musicbus \(command) [OPTION]"), "\(command)")
      #expect(help.contains("FIELDS OF RESULTS"), "\(command)")
    }
  }

  @Test(
    "are required in templates",
    arguments: [
      (
        "{tilte} by {artist.name}",
        "Invalid --template \"tilte\"; expected text with members in braces, such as {title}. "
          + "Did you mean \"title\"?"
      ),
      (
        "{title",
        "Invalid --template \"{title\"; expected text with members in braces, such as {title}."
      ),
    ]
  )
  func template(_ template: String, _ message: String) {
    let error = #expect(throws: UsageError.self) {
      _ = try Samples.invocation("top", "--template", template)
    }
    #expect(error?.message == message)
  }

  @Test("are listed if the one in a template resembles none")
  func listed() throws {
    let error = #expect(throws: UsageError.self) {
      _ = try Samples.invocation("top", "--template", "{xyzzy}")
    }
    let message = try #require(error?.message)
    #expect(message.hasPrefix("Invalid --template \"xyzzy\"; expected one of album, albumCount,"))
  }

  @Test("are accepted in templates for entities and other rows")
  func valid() throws {
    for template in ["{rank}. {title}\\t{artist.name}", "{{x} {artwork.0.url}", "{pid}"] {
      #expect(try Samples.invocation("top", "--template", template)[GlobalOptions.template] != nil)
    }
  }
}
