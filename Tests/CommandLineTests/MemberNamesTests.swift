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
    "include those of all results of the hub",
    arguments: [
      "cache", "collection", "explanation", "favorite-results", "favorite-undone",
      "favorites-check", "favorites",
      "hub-status", "library", "metrics", "providers", "recent", "releases",
      "verdict",
    ]
  )
  func results(_ vector: String) throws {
    let text = try PackageRoot.text("Protocol/vectors/done/valid/\(vector).json")
    let frames = try JSONCodec.decode(JSONValue.self, from: Array(text.utf8))["frames"]
    let body = try #require(frames?.elements?[2]["json"]?.members)
    let rows = body.filter { !["sources", "parts", "ids", "favs"].contains($0.key) }.values
    let names = rows.flatMap { row in
      (row.elements ?? [row]).flatMap { $0.members?.keys.sorted() ?? [] }
    }
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(MemberNames.all) == [])
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
    #expect(message.hasPrefix("Invalid --template \"xyzzy\"; expected one of added, ageMs, album"))
  }

  @Test("are accepted in templates for entities and other rows")
  func valid() throws {
    for template in ["{rank}. {title}\\t{artist.name}", "{{x} {artwork.0.url}", "{pid}"] {
      #expect(try Samples.invocation("top", "--template", template)[GlobalOptions.template] != nil)
    }
  }
}
