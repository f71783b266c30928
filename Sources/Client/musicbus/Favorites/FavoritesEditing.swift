import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus favorites add|remove|move|note|undo`
enum FavoritesEditing {
  static let names = Argument(
    repeating: .text("ID-or-NAME", from: .names),
    help: "Artist, album or song: id, name or \"ARTIST - TITLE\"."
  )
  private static let keys = Argument(
    repeating: .text("KEY", from: .favorites),
    help: "Id or name of a favourite."
  )
  private static let position = Argument(
    .favoritePosition("POSITION"),
    help: "New position: a number, first, last, before or after."
  )
  private static let target = Argument(
    optional: .text("OTHER", from: .favorites),
    help: "Favourite to place it before or after."
  )
  private static let text = Argument(.text("TEXT"), help: "Text of the note; \"\" removes it.")

  static let add = Command<CommandAction>(
    "add",
    abstract: "Add artists, albums or songs to your favourites.",
    discussion: """
      \(ListOptions.namesExplained)
      Quote names of several words. Details from the sources are stored with the favourite and updated \
      from later replies.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [names],
    options: [FavoritesListing.of],
    examples: [
      Example(
        "favorites add \"Pink Floyd\" \"Pink Floyd - Animals\"",
        "Add an artist and an album."
      ),
      Example(
        "favorites add \"Pink Floyd - Time\" --of song",
        "Add a song by artist and title."
      ),
    ]
  ) { context, invocation in
    let wanted = invocation[FavoritesListing.of].flatMap { EntityKind(rawValue: $0.rawValue) }
    let kinds = wanted.map { [$0] } ?? EntityKind.searched
    return try context.forEach(invocation[names]) { name in
      // A favourite is whole once it is added, however many sources were late.
      try context.change(.favoritesAdd(context.favoriteOrEntity(name, kinds, invocation)))
    }
  }

  static let remove = Command<CommandAction>(
    "remove",
    aliases: ["rm"],
    abstract: "Remove favourites.",
    discussion: "To restore them: musicbus favorites undo",
    arguments: [keys]
  ) { context, invocation in
    var known: [String] = []
    let status = try context.forEach(invocation[keys]) { word in
      let (key, nearest) = try context.keyOrNearest(word)
      guard let key else {
        try context.reportAbsent(FavoriteResult(.absent, key: word), nearest: nearest)
        return .failed
      }
      known.append(key)
      return .ok
    }
    guard !known.isEmpty else { return status }
    let removed = try context.change(.favoritesRemove(known))
    return status == .ok ? removed : status
  }

  static let move = Command<CommandAction>(
    "move",
    abstract: "Move a favourite within your order.",
    arguments: [FavoritesCommand.key, position, target],
    examples: [
      Example("favorites move \"Animals\" first", "Move it to the top."),
      Example("favorites move 5 2", "Move row 5 of the last list to the second position."),
      Example("favorites move \"Animals\" before \"The Wall\"", "Move it before another one."),
    ],
    action: moved
  )

  private static func moved(_ context: CommandContext, _ invocation: Invocation) throws
    -> ExitStatus
  {
    let target = try invocation[FavoritesEditing.target]
    let key = try invocation[FavoritesCommand.key]
    let position: CallParameters.FavoritePosition
    switch try invocation[FavoritesEditing.position] {
    case .number(let number):
      guard target == nil else { throw invocation.usageError("A number needs no other favourite.") }
      return try context.change(.favoritesMove(context.favoriteKey(key), to: number))
    case .word(let word): position = word
    }
    guard [.before, .after].contains(position) == (target != nil) else {
      throw invocation.usageError(
        "\"before\" and \"after\" need a second favourite; other positions take none."
      )
    }
    return try context.change(
      .favoritesMove(
        context.favoriteKey(key),
        to: position,
        target.map { try context.favoriteKey($0) }
      )
    )
  }

  static let note = Command<CommandAction>(
    "note",
    abstract: "Add a note to a favourite.",
    arguments: [FavoritesCommand.key, text],
    examples: [
      Example(
        "favorites note \"Pink Floyd\" 'Pompeii 1971!'",
        "The note is shown with the favourite."
      )
    ]
  ) { context, invocation in
    let text = try invocation[text]
    let key = try context.favoriteKey(invocation[FavoritesCommand.key])
    return try context.change(.favoritesNote(key, text.isEmpty ? nil : text))
  }

  static let undo = Command<CommandAction>(
    "undo",
    abstract: "Undo your last change to the favourites.",
    discussion: "Up to 100 changes can be undone, one at a time. A whole import is one of them."
  ) { context, _ in
    do {
      return try context.change(.favoritesUndo)
    } catch ClientError.failed(let failure) where failure.code == .notFound {
      throw CommandFailure(
        "There is nothing to undo.",
        "Only additions, removals, moves and notes can be undone, the last 100 of them."
      )
    }
  }
}

extension ClientError {
  /// Whether there was a session, and now there is no hub.
  fileprivate var isLoss: Bool {
    switch self {
    case .hubLost, .noHub: true
    default: false
    }
  }
}

extension CommandContext {
  /// Makes a change and prints its results. It fails if something was not a favourite, or cannot be.
  func change(_ change: Call<[FavoriteResult]>) throws -> ExitStatus {
    var reply: Reply
    // Without a hub from the beginning, nothing was changed.
    _ = try client()
    do {
      reply = try self.reply(to: change)
    } catch let error as ClientError where error.isLoss {
      throw CommandFailure(
        "Lost the connection to the hub. The change may have been made.",
        "Check: musicbus favorites",
        status: .noHub
      )
    }
    let results = try change.result(of: reply)
    let removesNote = change.method == .favoritesNote && change.parameters.note == nil
    // Of a whole import, the first rows are enough.
    let count = max(reply.done.total ?? 0, results.count)
    let shown = settings.json || settings.plain || count <= 20 ? results[...] : results.prefix(10)
    for result in shown {
      if result.outcome == .absent {
        try reportAbsent(result)
      } else if removesNote, result.outcome == .noted {
        try report(result, as: "Note removed: \(result.whole)")
      } else {
        try report(result)
      }
    }
    if count > shown.count, !settings.json {
      terminal.note(StyledText("… and \((count - shown.count).grouped) more."))
    }
    reply.done.sources = nil
    _ = try report(reply)
    return results.contains { [.absent, .refused].contains($0.outcome) } ? .failed : .ok
  }

  /// Handles each word; an error of one is reported, and the others are handled all the same.
  func forEach(
    _ words: [String],
    _ body: (String) throws -> ExitStatus
  ) throws -> ExitStatus {
    var status = ExitStatus.ok
    for word in words {
      do {
        let next = try body(word)
        status = status == .ok ? next : status
      } catch let error where words.count > 1 && error.isAboutOneName {
        let next = terminal.report(error, asJSON: settings.json)
        status = status == .ok ? next : status
      }
    }
    return status
  }

  /// Prints a result as its sentence, or as another one.
  func report(_ result: FavoriteResult, as sentence: String? = nil) throws {
    try show([result], plain: [result.tabSeparated]) {
      terminal.print(StyledText(sentence ?? result.sentence).text)
    }
  }

  /// Reports as an error that something is not a favourite; `nearest` are similar favourites.
  func reportAbsent(_ result: FavoriteResult, nearest: [String] = []) throws {
    if settings.json {
      try printJSON(result)
      for line in (nearest.isEmpty ? [] : ["Nearest:"]) + nearest {
        terminal.note(StyledText(line))
      }
      return
    }
    var result = result
    result.name = result.name ?? result.key.flatMap(rowName)
    let message = result.sentence + (nearest.isEmpty ? "" : " Nearest:")
    _ = terminal.report(
      CommandFailure(
        ([message] + nearest).joined(separator: "\n"),
        "List your favourites: musicbus favorites"
      )
    )
  }
}

extension Error {
  /// Whether other names may have more success.
  fileprivate var isAboutOneName: Bool {
    switch self as any Error {
    case is CommandFailure: true
    case ClientError.failed(let failure): failure.code != .favoritesUnavailable
    default: false
    }
  }
}

extension FavoriteResult {
  /// The name and the id.
  fileprivate var whole: String { id.map { "\(shortName) (\($0))" } ?? shortName }

  /// The result for scripts: its outcome, id and name.
  var tabSeparated: String {
    [outcome.rawValue, id?.description ?? key ?? fav ?? "", name ?? ""].map(\.neutralized)
      .joined(separator: "\t")
  }

  private var shortName: String { name ?? key ?? fav ?? "It" }

  /// The result as a sentence.
  var sentence: String {
    switch outcome {
    case .added: return "Added: \(whole)"
    case .exists: return "Already a favourite: \(whole)"
    case .removed: return "Removed: \(whole)"
    case .absent: return "\"\(shortName)\" is not a favourite."
    case .moved: return "Moved: \(whole)"
    case .noted: return "Note saved: \(whole)"
    case .updated: return "Updated: \(whole)"
    case .unchanged: return "Unchanged: \(whole)"
    case .undone where undid == .noted: return "Undone: the note of \(whole)"
    case .undone: return "Undone: \(whole) was \(undid?.rawValue ?? "changed")"
    case .refused: return "Rejected: \(whole). \(reason ?? "")"
    }
  }
}
