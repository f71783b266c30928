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
  /// Whether an id that is short stands for the first one; both name the same entity.
  var hasShortIDs = false
  /// The columns of the terminal below which a name or title does not get.
  var nameWidthMin = 32
  /// The same for other texts.
  var textWidthMin = 16

  /// Columns of a lower priority are left out.
  var priorityMin = 0

  /// From here on a column is worth cutting names shorter for.
  static let priorityThatMatters = 5

  static let program = TableForm(reader: .program)

  /// The forms for a person, from the most to the least generous.
  static let forPersons = [
    TableForm(reader: .person),
    TableForm(reader: .person, hasShortIDs: true),
    TableForm(
      reader: .person,
      hasShortIDs: true,
      nameWidthMin: 20,
      textWidthMin: 8,
      priorityMin: priorityThatMatters
    ),
  ]

  /// What stands where something is not known.
  var missing: StyledText { reader == .person ? StyledText("–", .dim) : "" }

  /// A value, or how its absence is shown.
  func cell(_ text: String?) -> StyledText {
    if let text, !text.isEmpty { StyledText(text) } else { missing }
  }

  func cell(_ number: Int?) -> StyledText { cell(number.map(String.init)) }

  /// A name, with what a person should see at once.
  func name(_ name: String, marks: [String?] = [], isFavorite: Bool? = nil) -> StyledText {
    guard reader == .person else { return StyledText(name) }
    let shown = marks.compactMap(\.self).map { " (\($0))" }.joined()
    let heart = StyledText(isFavorite == true ? " ♥" : "", .color(.red))
    return StyledText(name, .bold) + heart + StyledText(shown, .dim)
  }

  func id(_ entity: some MusicEntity) -> StyledText {
    let id = hasShortIDs ? entity.sourceID : entity.id
    return StyledText("\(id)", reader == .person ? .dim : .plain)
  }
}
