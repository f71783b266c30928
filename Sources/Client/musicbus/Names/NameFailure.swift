import CommandKit
import HostKit
import MusicModel

/// The message for a name that does not match exactly one entity.
struct NameFailure: Hashable, Sendable {
  var message: String
  var hint: String
  /// The entities that the message lists.
  var candidates: [Entity] = []

  /// The entities to choose from, in lines.
  struct Choices: Hashable, Sendable {
    let entities: [Entity]
    let lines: [String]
    /// The word for that by which users choose.
    let handle: String

    /// Without numbers, users choose by id.
    init(
      _ entities: [Entity],
      width: Int?,
      firstNumber: Int?
    ) {
      self.entities = entities
      let lines = EntityList(entities).lines(
        fitting: firstNumber == nil ? nil : width.map { $0 - 2 },
        firstNumber: firstNumber
      )
      self.lines = lines.map { "  " + $0.text }
      handle = firstNumber == nil ? "ids" : "numbers"
    }
  }

  /// Several entities match: lists them with distinguishing details.
  static func several(called name: String, _ choices: Choices) -> NameFailure {
    let kind = choices.entities.first?.kind ?? .artist
    let title = "\(choices.entities.count) \(kind.plural) match \"\(name)\":"
    return NameFailure(
      message: ([title] + choices.lines).joined(separator: "\n"),
      hint: "Use one of these \(choices.handle).",
      candidates: choices.entities
    )
  }

  /// `Nirvana (USA, 1987); 1 other artist has this name: musicbus search artists Nirvana`
  static func sentence(for artist: Artist, _ others: Int, _ text: String) -> String {
    let facts = artist.facts.compactMap(\.self).joined(separator: ", ")
    let name = facts.isEmpty ? artist.name : "\(artist.name) (\(facts))"
    let have = others == 1 ? "1 other artist has" : "\(others) other artists have"
    return "\(name); \(have) this name: musicbus search artists \(text.quotedForShell)"
  }

  /// No entity matches: lists the nearest results.
  static func none(called name: String, as kinds: [EntityKind], _ nearest: Choices) -> NameFailure {
    let words = kinds.map(\.rawValue)
    let choice = [words.dropLast().joined(separator: ", "), words.last ?? "entity"]
    let sentence =
      "No \(choice.filter { !$0.isEmpty }.joined(separator: " or ")) matches \"\(name)\"."
    guard !nearest.entities.isEmpty else {
      return NameFailure(message: sentence, hint: "Check the spelling.")
    }
    return NameFailure(
      message: (["\(sentence) Nearest:"] + nearest.lines).joined(separator: "\n"),
      hint: "Use one of these \(nearest.handle) or another name.",
      candidates: nearest.entities
    )
  }
}
