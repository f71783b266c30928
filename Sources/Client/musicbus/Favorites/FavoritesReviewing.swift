import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus favorites review`
enum FavoritesReviewing {
  private static let row = Argument(
    optional: .text("ROW"),
    help: "Number of a doubtful row, as listed."
  )
  private static let choice = Argument(
    optional: .text("CHOICE"),
    help: "Number of the entity that it means, or none."
  )

  static let command = Command<CommandAction>(
    "review",
    abstract: "Decide about doubtful rows of imported files.",
    discussion: """
      In a terminal, you are asked about one row after the other. Otherwise, or with --plain or --json, \
      the rows are listed with their choices; answer with ROW and CHOICE. Each question is asked once.
      """,
    uses: [GlobalOptions.format],
    arguments: [row, choice],
    examples: [
      Example("favorites review", "Decide one row after the other."),
      Example("favorites review 17 2", "Row 17 of the file means its second choice."),
      Example("favorites review 17 none", "Row 17 means none of them."),
    ]
  ) { context, invocation in
    let review = try FavoritesReview(context)
    if let row = try invocation[row] {
      guard let choice = try invocation[choice] else {
        throw invocation.usageError("A row needs a choice: a number, or none.")
      }
      return try review.answer(row, choice)
    }
    let isForScripts = context.settings.json || context.settings.plain
    guard HiddenInput.isAtTerminal, context.terminal.isInteractive, !isForScripts else {
      return try review.list()
    }
    return try review.ask()
  }
}

/// The doubtful rows of all imports, the last import first.
private struct FavoritesReview {
  private let context: CommandContext
  private let doubts: [Doubt]

  private struct Doubt: Encodable {
    /// The number of the row; with the name of its import if several imports have one.
    let key: String
    let file: String
    let text: String
    let row: ImportRow
    let choices: [ImportChoice]
    let batch: String

    private enum CodingKeys: CodingKey { case key, file, text, row, choices }

    /// The name that it has anyway.
    var wholeKey: String { "\(batch):\(row.number)" }
  }

  init(_ context: CommandContext) throws {
    self.context = context
    var rows: [ImportRowReport] = []
    var offset: Int? = 0
    while let next = offset {
      let call = Call.importRows(.doubtful).with { ($0.limit, $0.offset) = (200, next) }
      let done = try context.callHub(call).done
      rows += done.rows ?? []
      offset = done.next
    }
    let numbers = rows.reduce(into: [:]) { $0[$1.row.number, default: 0] += 1 }
    doubts = rows.map { row in
      let isUnique = numbers[row.row.number] == 1
      return Doubt(
        key: isUnique ? "\(row.row.number)" : "\(row.batch):\(row.row.number)",
        file: row.file,
        text: row.row.text,
        row: row.row,
        choices: row.choices ?? [],
        batch: row.batch
      )
    }
  }

  /// Lists the rows with their choices.
  func list() throws -> ExitStatus {
    for doubt in doubts {
      if context.settings.json {
        try context.printJSON(doubt)
      } else if context.settings.plain {
        for (index, choice) in doubt.choices.enumerated() {
          let cells = [
            doubt.key, doubt.text, "\(index + 1)", choice.line, "\(choice.entity.id)",
          ]
          context.terminal.print(cells.map(\.neutralized).joined(separator: "\t"))
        }
      } else {
        show(doubt)
      }
    }
    if doubts.isEmpty { context.terminal.note("Nothing is doubtful.") }
    return .ok
  }

  /// Asks about one row after the other.
  func ask() throws -> ExitStatus {
    guard !doubts.isEmpty else { return try list() }
    for doubt in doubts {
      show(doubt)
      let count = doubt.choices.count
      let numbers = count == 1 ? "1" : "1-\(count)"
      question: while true {
        let prompt = "Which one? [\(numbers), n for none, s to skip, q to quit] "
        let word = try HiddenInput.line(asking: prompt, on: context.terminal)
          .filter { !$0.isWhitespace }.lowercased()
        switch word {
        case "q": return .ok
        case "s", "": break question
        default:
          guard let choice = FavoritesReview.choice(word, count) else { continue }
          try remember(choice, doubt)
          break question
        }
      }
    }
    return .ok
  }

  func answer(_ key: String, _ word: String) throws -> ExitStatus {
    let doubt = doubts.first { $0.key == key || $0.wholeKey == key }
    guard let doubt else {
      throw CommandFailure(
        "There is no doubtful row \"\(key)\".",
        "List them: musicbus favorites review --plain"
      )
    }
    guard let choice = FavoritesReview.choice(word.lowercased(), doubt.choices.count) else {
      throw CommandFailure(
        "\"\(word)\" is not one of the choices.",
        "Choose a number from 1 to \(doubt.choices.count), or none."
      )
    }
    try remember(choice, doubt)
    return .ok
  }

  /// The index of a choice, `.some(nil)` for none of them; `nil` if the word is neither.
  private static func choice(_ word: String, _ count: Int) -> Int?? {
    if ["n", "none"].contains(word) { return .some(nil) }
    guard let number = Int(word), (1...count).contains(number) else { return nil }
    return number - 1
  }

  private func remember(_ choice: Int?, _ doubt: Doubt) throws {
    context.restartDeadlines()
    let entity = choice.map { doubt.choices[$0].entity }
    let results = try context.callHub(
      .importsAnswer(doubt.batch, row: doubt.row.number, entity?.id)
    )
    if let refused = results.first(where: { $0.outcome == .refused }) {
      throw CommandFailure(refused.sentence, "")
    }
    let sentence: String
    switch (entity, results.contains { $0.outcome == .added }) {
    case (nil, _): sentence = "Not imported: \(doubt.text)"
    case (let entity?, true): sentence = "Added: \(entity.displayName) (\(entity.id))"
    case (let entity?, false):
      sentence = "Already a favourite: \(entity.displayName) (\(entity.id))"
    }
    context.terminal.note(StyledText(sentence))
  }

  private func show(_ doubt: Doubt) {
    let terminal = context.terminal
    terminal.print("\("\(doubt.key). \(doubt.row.line)", .bold) \("(\(doubt.file))", .dim)")
    for (index, choice) in doubt.choices.enumerated() {
      terminal.print(StyledText("   \(index + 1)  \(choice.line)"))
      let reasons = choice.reasons.prefix(4).joined(separator: "; ")
      if !reasons.isEmpty { terminal.print("      \(reasons, .dim)") }
    }
  }
}

extension ImportChoice {
  fileprivate var line: String { entity.importLine }
}

extension ImportRow {
  fileprivate var line: String { entity?.importLine ?? text }
}

extension Entity {
  /// `Pink Floyd - Time (The Dark Side of the Moon, 1973, 6:53)`
  fileprivate var importLine: String {
    var facts: [String] = []
    switch self {
    case .song(let song):
      facts = [
        song.album?.title, song.releaseDate.map { "\($0.year)" },
        song.durationMs?.playingTime,
      ].compactMap(\.self)
    case .album(let album):
      facts = [album.albumKind?.displayText, album.releaseDate.map { "\($0.year)" }]
        .compactMap(\.self)
    case .artist(let artist):
      let year = (artist.formedYear ?? artist.bornYear).map { "\($0)" }
      facts = [artist.disambiguation, artist.country, year].compactMap(\.self)
    case .chart: break
    }
    let name = [artist?.name, displayName].compactMap(\.self).joined(separator: " - ")
    return facts.isEmpty ? name : "\(name) (\(facts.joined(separator: ", ")))"
  }
}
