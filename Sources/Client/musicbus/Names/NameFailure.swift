import CommandKit
import MusicModel

/// What to tell where a name does not lead to one entity.
struct NameFailure: Hashable, Sendable {
  var message: String
  var hint: String

  /// Several have the name: they are listed with what tells them apart.
  static func several(_ candidates: [Entity], called name: String, width: Int?) -> NameFailure {
    let kind = candidates.first?.kind ?? .artist
    let title = "\(candidates.count) \(kind.plural) are called \"\(name)\":"
    return NameFailure(
      message: ([title] + lines(candidates, width)).joined(separator: "\n"),
      hint: "Ask again with one of the ids."
    )
  }

  /// None has the name: the nearest hits are listed.
  static func none(called name: String, as kinds: [EntityKind], nearest: [Entity], width: Int?)
    -> NameFailure
  {
    let words = kinds.map(\.rawValue)
    let choice = [words.dropLast().joined(separator: ", "), words.last ?? "entity"]
    let sentence =
      "No \(choice.filter { !$0.isEmpty }.joined(separator: " or ")) is called \"\(name)\"."
    guard !nearest.isEmpty else {
      return NameFailure(message: sentence, hint: "Check how it is written.")
    }
    return NameFailure(
      message: (["\(sentence) Nearest:"] + lines(nearest, width)).joined(separator: "\n"),
      hint: "Ask again with one of the ids, or with another name."
    )
  }

  private static func lines(_ entities: [Entity], _ width: Int?) -> [String] {
    EntityList(entities).lines(fitting: width.map { $0 - 2 }).map { "  " + $0.text }
  }
}
