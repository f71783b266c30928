import CommandKit
import HostKit
import MusicModel

/// Numbers of rows, which stand for the entities of the last list in the same terminal.
extension CommandContext {
  private var rowFile: RowFile? { TerminalSession().map { RowFile($0, in: paths.runtime) } }

  /// Stores the entities of a list that is about to be shown, and returns the number of its first row.
  ///
  /// `nil` if the user could not use the numbers: in a pipe, without a terminal, or for charts, which
  /// no command takes.
  func number(_ entities: [Entity], onErrors: Bool = false) -> Int? {
    guard !entities.allSatisfy({ $0.kind == .chart }) else { return nil }
    return number(rows: entities.map(ListedRow.init), onErrors: onErrors)
  }

  /// Stores the rows of a list; see ``number(_:onErrors:)``.
  func number(rows: @autoclosure () -> [ListedRow], onErrors: Bool = false) -> Int? {
    guard onErrors ? terminal.showsProgress : terminal.isInteractive, let rowFile else {
      return nil
    }
    let first = onErrors ? 1 : (settings.offset ?? 0) + 1
    let list = RowFile.List(first: first, rows: rows())
    return (try? rowFile.save(list)) == nil ? nil : first
  }

  /// Stores a list of searches; see ``number(_:onErrors:)``.
  func number(searches: [RowFile.Search]) -> Int? {
    let first = (settings.offset ?? 0) + 1
    guard terminal.isInteractive, let rowFile, (try? rowFile.save(searches, first: first)) != nil
    else { return nil }
    return first
  }

  /// A search in the last list in this terminal, by its number; `nil` if that is not what the word means.
  func search(inRow word: String) -> RowFile.Search? {
    guard word.utf8.count <= 3, let number = Int(word), word.first != "+" else { return nil }
    return rowFile?.searches()?[number]
  }

  /// The row that a word means; `nil` if it is not a number, or without a terminal.
  ///
  /// A number of four digits or more is a name: 1989 is an album.
  ///
  /// - Throws: ``CommandFailure`` if the list has no such row, or if no list was shown.
  func row(_ word: String) throws(CommandFailure) -> ListedRow? {
    guard word.utf8.count <= 3, let number = Int(word), number > 0, word.first != "+",
      let rowFile
    else { return nil }
    let hint = "To find the name \"\(word)\": musicbus search \(word)"
    guard rowFile.searches() == nil else {
      throw CommandFailure(
        "The last list in this terminal is one of searches.",
        "Repeat one: musicbus search \(number)"
      )
    }
    guard let list = rowFile.list() else {
      throw CommandFailure(
        "\(number) is the number of a row, but no list was shown in this terminal.",
        hint
      )
    }
    guard let row = list[number] else {
      throw CommandFailure(
        "The last list in this terminal has no row \(number); it has \(list.range).",
        hint
      )
    }
    return row
  }

  /// The name of an entity in the last list, by its id or key; `nil` if the list does not have it.
  func rowName(of key: String) -> String? {
    rowFile?.list()?.rows.first { $0.fav == key || "\($0.id)" == key }?.name
  }

  /// The id that a row stands for in a command for entities of some kinds.
  ///
  /// The row of an album or song also stands for its artist, that of a song for its album.
  ///
  /// - Throws: ``UsageError`` if the row is of another kind.
  func id(
    of row: ListedRow,
    _ word: String,
    as kinds: [EntityKind],
    for invocation: Invocation
  ) throws(UsageError) -> EntityID {
    if let kind = row.id.kind, kinds.contains(kind) { return row.id }
    if kinds.contains(.artist), let artist = row.artist { return artist }
    if kinds.contains(.album), let album = row.album { return album }
    let kind = row.id.kind?.withArticle ?? "something else"
    let wanted = kinds.map(\.withArticle).joined(separator: " or ")
    throw invocation.usageError(
      "Row \(word) is \(kind), \"\(row.name)\"; \"\(invocation.commandLine)\" needs \(wanted)."
    )
  }
}
