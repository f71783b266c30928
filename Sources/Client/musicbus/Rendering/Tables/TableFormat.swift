import CommandKit
import MusicModel

/// The format of a table: its reader, and which columns and details it shows.
struct TableFormat: Hashable, Sendable {
  enum Reader: Hashable, Sendable {
    case human
    /// `--plain`: cells unshortened and undecorated, missing values empty.
    case script
  }

  /// The form of the column of ids.
  enum IDForm: Hashable, Sendable {
    case full
    /// The first id of a source instead of the main one; both name the same entity.
    case short
    case hidden
  }

  var reader: Reader
  var ids = IDForm.full
  /// Whether dates are numbers: 1973-03-01.
  var hasISODates = false
  /// The minimum width of names and titles in terminal columns.
  var minNameWidth = 40
  /// The minimum width of other texts.
  var minTextWidth = 20
  /// Columns of lower priority are hidden.
  var minPriority = 0
  /// The columns from this priority on must be visible, or a narrower format is used.
  var requiredPriority = 0

  /// The priority from which a column is the reason why a row exists: title, artist and date.
  static let musicPriority = 8
  /// The priority from which a column is worth shortening names for.
  static let essentialPriority = 5

  static let script = TableFormat(reader: .script, hasISODates: true)

  /// The formats for users, from the widest to the narrowest. Ids shrink first.
  static let forHumans = [
    TableFormat(reader: .human),
    TableFormat(reader: .human, ids: .short),
    TableFormat(reader: .human, ids: .hidden, requiredPriority: essentialPriority),
    TableFormat(
      reader: .human,
      ids: .hidden,
      hasISODates: true,
      minNameWidth: 32,
      minTextWidth: 16,
      requiredPriority: musicPriority
    ),
    TableFormat(
      reader: .human,
      ids: .hidden,
      hasISODates: true,
      minNameWidth: 16,
      minTextWidth: 8,
      minPriority: musicPriority
    ),
  ]

  /// The cell of a missing value.
  var missing: StyledText { reader == .human ? StyledText("–", .dim) : "" }

  /// The cell of a value, or of a missing value.
  func cell(_ text: String?) -> StyledText {
    if let text, !text.isEmpty { StyledText(text) } else { missing }
  }

  func cell(_ number: Int?) -> StyledText { cell(number.map(String.init)) }

  /// A name with its marks: those of a favourite, and of what the user owns, and others in brackets.
  func name(
    _ name: String,
    marks: [String?] = [],
    isFavorite: Bool? = nil,
    isOwned: Bool? = nil,
    isUnavailable: Bool? = nil
  ) -> StyledText {
    guard reader == .human else { return StyledText(name) }
    let away = isUnavailable == true ? "not available" : nil
    let shown = ([away] + marks).compactMap(\.self).map { " (\($0))" }.joined()
    let heart = StyledText(isFavorite == true ? " ♥" : "", .color(.red))
    let check = StyledText(isOwned == true ? " ✓" : "", .color(.green))
    return StyledText(name, .bold) + heart + check + StyledText(shown, .dim)
  }

  func date(_ date: PartialDate?) -> StyledText {
    cell(date.map { hasISODates ? $0.description : $0.displayText })
  }

  func id(_ entity: some MusicEntity) -> StyledText { id(entity.id, among: entity.ids) }

  /// The main id of an entity with these ids, or a short one.
  func id(_ main: EntityID, among all: [EntityID]) -> StyledText {
    let id = ids == .short ? all.firstOfSource ?? main : main
    return StyledText("\(id)", reader == .human ? .dim : .plain)
  }
}
