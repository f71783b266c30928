import CommandKit
import MusicModel

/// The message for a name that does not match exactly one entity.
struct NameFailure: Hashable, Sendable {
  var message: String
  var hint: String

  /// Several entities match: lists them with distinguishing details.
  static func several(_ candidates: [Entity], called name: String, width: Int?) -> NameFailure {
    let kind = candidates.first?.kind ?? .artist
    let title = "\(candidates.count) \(kind.plural) match \"\(name)\":"
    return NameFailure(
      message: ([title] + lines(candidates, width)).joined(separator: "\n"),
      hint: "Use one of these ids."
    )
  }

  /// No entity matches: lists the nearest results.
  static func none(called name: String, as kinds: [EntityKind], nearest: [Entity], width: Int?)
    -> NameFailure
  {
    let words = kinds.map(\.rawValue)
    let choice = [words.dropLast().joined(separator: ", "), words.last ?? "entity"]
    let sentence =
      "No \(choice.filter { !$0.isEmpty }.joined(separator: " or ")) matches \"\(name)\"."
    guard !nearest.isEmpty else {
      return NameFailure(message: sentence, hint: "Check the spelling.")
    }
    return NameFailure(
      message: (["\(sentence) Nearest:"] + lines(nearest, width)).joined(separator: "\n"),
      hint: "Use one of these ids or another name."
    )
  }

  private static func lines(_ entities: [Entity], _ width: Int?) -> [String] {
    EntityList(entities).lines(fitting: width.map { $0 - 2 }).map { "  " + $0.text }
  }
}
