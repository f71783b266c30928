import BusProtocol
import MusicModel
import TestKit
import Testing

@testable import CommandKit
@testable import musicbus

@Suite("The examples of help and documents")
struct ExamplesTests {
  /// Texts in quotes that name no music.
  private static let others: Set = ["mpv --no-video"]

  @Test("name artists, albums, songs and ids that the sample sources have")
  func names() throws {
    let path = "Sources/Tools/musicbus-sample-upstream/sample_upstream/catalogue.txt"
    let catalogue = try PackageRoot.text(path)
    let artists = Set(
      catalogue.split(separator: "\n").filter { $0.hasPrefix("artist: ") }.map { $0.dropFirst(8) }
    )
    var examples = CommandTable.program.commands.flatMap(Self.examples)
    for document in ["README.md", "docs/using.md", "docs/operating.md"] {
      let lines = try PackageRoot.text(document).split(separator: "\n")
      examples += lines.compactMap { line in
        let command = line.hasPrefix("$ ") ? line.dropFirst(2) : line
        guard command.hasPrefix("musicbus ") else { return nil }
        return command.split(separator: " # ").first.map { String($0) }
      }
    }
    #expect(examples.count > 60)
    for example in examples {
      for word in Self.quoted(example) where !Self.others.contains(word) {
        let parts = word.split(separator: " - ", maxSplits: 1)
        let isKnown =
          parts.count == 2
          ? artists.contains(parts[0]) && catalogue.contains(parts[1])
          : artists.contains(word[...]) || catalogue.contains("\n\(word) | ")
        #expect(isKnown, "\(word) in: \(example)")
      }
      for word in example.split(separator: " ") {
        guard let id = EntityID(String(word)) else { continue }
        let isKnown = catalogue.contains(id.value)
        #expect(isKnown, "\(id) in: \(example)")
      }
    }
  }

  private static func examples(of command: Command<CommandAction>) -> [String] {
    command.examples.map(\.arguments) + command.subcommands.flatMap(examples)
  }

  /// The words between double quotes, without those of a note and of a setting.
  private static func quoted(_ example: String) -> [String] {
    guard !example.contains("favorites note"), !example.contains("config set") else { return [] }
    let parts = example.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }
}

@Suite("A change, for scripts")
struct PlainChangeTests {
  @Test("is a line with what was done, and ids or an id and a name")
  func lines() throws {
    var result = FavoriteResult(.added)
    (result.id, result.name) = (EntityID("itunes:artist:1"), "Pink\tFloyd")
    #expect(result.tabSeparated.hasPrefix("added\titunes:artist:1\tPink"))
    #expect(result.tabSeparated.count { $0 == "\t" } == 2)
    var verdict = UserVerdict(.same, Samples.id("a:artist:1"), Samples.id("b:artist:2"))
    #expect(verdict.tabSeparated == "same\ta:artist:1\tb:artist:2")
    verdict.undone = true
    #expect(verdict.tabSeparated == "undone\ta:artist:1\tb:artist:2")
  }
}
