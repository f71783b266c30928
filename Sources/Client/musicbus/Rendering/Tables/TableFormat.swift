import CommandKit
import MusicModel

/// The format of a table: its reader, and which columns and details it shows.
struct TableFormat: Hashable, Sendable {
  enum Reader: Hashable, Sendable {
    case human
    /// `--plain`: cells unshortened and undecorated, missing values empty.
    case script
  }

  var reader: Reader
  /// Whether a short id replaces the main one; both name the same entity.
  var hasShortIDs = false
  /// The minimum width of names and titles in terminal columns.
  var minNameWidth = 32
  /// The minimum width of other texts.
  var minTextWidth = 16

  /// Columns of lower priority are hidden.
  var minPriority = 0

  /// The priority from which columns are worth shortening names for.
  static let essentialPriority = 5

  static let script = TableFormat(reader: .script)

  /// The formats for users, from the widest to the narrowest.
  static let forHumans = [
    TableFormat(reader: .human),
    TableFormat(reader: .human, hasShortIDs: true),
    TableFormat(
      reader: .human,
      hasShortIDs: true,
      minNameWidth: 20,
      minTextWidth: 8,
      minPriority: essentialPriority
    ),
  ]

  /// The cell of a missing value.
  var missing: StyledText { reader == .human ? StyledText("–", .dim) : "" }

  /// The cell of a value, or of a missing value.
  func cell(_ text: String?) -> StyledText {
    if let text, !text.isEmpty { StyledText(text) } else { missing }
  }

  func cell(_ number: Int?) -> StyledText { cell(number.map(String.init)) }

  /// A name with its marks.
  func name(_ name: String, marks: [String?] = [], isFavorite: Bool? = nil) -> StyledText {
    guard reader == .human else { return StyledText(name) }
    let shown = marks.compactMap(\.self).map { " (\($0))" }.joined()
    let heart = StyledText(isFavorite == true ? " ♥" : "", .color(.red))
    return StyledText(name, .bold) + heart + StyledText(shown, .dim)
  }

  func id(_ entity: some MusicEntity) -> StyledText {
    let id = hasShortIDs ? entity.sourceID : entity.id
    return StyledText("\(id)", reader == .human ? .dim : .plain)
  }
}
