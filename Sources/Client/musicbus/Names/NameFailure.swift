import CommandKit
import MusicModel

/// The message for a name that does not match exactly one entity.
struct NameFailure: Hashable, Sendable {
  var message: String
  var hint: String
  /// The entities that the message lists.
  var candidates: [Entity] = []
  /// The number of albums of artists among them, as far as it is known.
  var albumCounts: [EntityID: Int] = [:]

  /// The entities to choose from, in lines.
  struct Choices: Hashable, Sendable {
    let entities: [Entity]
    let albumCounts: [EntityID: Int]
    let lines: [String]
    /// The word for that by which users choose.
    let handle: String

    /// Without numbers, users choose by id.
    init(
      _ entities: [Entity],
      albumCounts: [EntityID: Int] = [:],
      width: Int?,
      firstNumber: Int?
    ) {
      self.entities = entities
      self.albumCounts = albumCounts
      var list = EntityList(entities)
      list.albumCounts = albumCounts
      let lines = list.lines(
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
      candidates: choices.entities,
      albumCounts: choices.albumCounts
    )
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
      candidates: nearest.entities,
      albumCounts: nearest.albumCounts
    )
  }
}
