import CommandKit
import MusicModel

/// For whom a table is: what it leaves out, and how it shows that something is missing.
struct TableForm: Hashable, Sendable {
  enum Reader: Hashable, Sendable {
    case person
    /// `--plain`: each cell whole, nothing decorated, missing is empty.
    case program
  }

  var reader: Reader
  /// Whether the shortest of an entity's ids is shown, not the first.
  var hasShortIDs = false

  /// A value, or how its absence is shown.
  func cell(_ text: String?, _ style: Style = .plain) -> StyledText {
    if let text, !text.isEmpty { return StyledText(text, style) }
    return reader == .person ? StyledText("–", .dim) : ""
  }

  func cell(_ number: Int?) -> StyledText { cell(number.map(String.init)) }

  /// A name, with what a person should see at once.
  func name(_ name: String, marks: [String?] = []) -> StyledText {
    guard reader == .person else { return StyledText(name) }
    let shown = marks.compactMap(\.self).map { " (\($0))" }.joined()
    return StyledText(name, .bold) + StyledText(shown, .dim)
  }

  func id(_ entity: some MusicEntity) -> StyledText {
    StyledText("\(hasShortIDs ? entity.shortestID : entity.id)", reader == .person ? .dim : .plain)
  }
}
