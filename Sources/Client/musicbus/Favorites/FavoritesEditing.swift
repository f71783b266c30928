import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus favorites add|remove|move|note|undo`
enum FavoritesEditing {
  private static let names = Argument(
    repeating: .text("ID-or-NAME"),
    help: "The id or the name of an artist, album or song; for the latter two also ARTIST - TITLE."
  )
  private static let keys = Argument(
    repeating: .text("KEY"),
    help: "The id or the name of a favourite."
  )
  private static let place = Argument(
    .choice("PLACE", of: CallParameters.FavoritePosition.allCases),
    help: "Where to."
  )
  private static let target = Argument(
    optional: .text("OTHER"),
    help: "The id or the name of the favourite that it is to stand before or after."
  )
  private static let text = Argument(.text("TEXT"), help: "The note; \"\" takes it away.")

  static let add = Command<CommandAction>(
    "add",
    abstract: "Make artists, albums or songs favourites.",
    discussion: """
      \(ListOptions.namesExplained)
      A name of several words stands in quotes. What the sources know of it is kept with it, and \
      brought up to date when they tell something new.
      """,
    operands: [names],
    options: [FavoritesListing.of],
    examples: [
      Example("favorites add \"Nina Simone\" itunes:album:1443153291", "An artist and an album."),
      Example("favorites add \"Nina Simone - Sinnerman\" --of song", "A song, by its artist."),
    ]
  ) { session, invocation in
    let wanted = invocation[FavoritesListing.of].flatMap { EntityKind(rawValue: $0.rawValue) }
    var isPartial = false
    for name in try invocation[names] {
      let kinds = wanted.map { [$0] } ?? [.artist, .album, .song]
      var parameters = CallParameters()
      parameters.id = try session.find([name], as: kinds, for: invocation).id
      let answer = try session.ask(.addFavorite, parameters)
      try session.tell(resultsOf: answer)
      isPartial = try session.tell(about: answer) != .ok || isPartial
    }
    return isPartial ? .partialAnswer : .ok
  }

  static let remove = Command<CommandAction>(
    "remove",
    abstract: "Remove favourites.",
    discussion: "What was removed by mistake comes back with: musicbus favorites undo",
    operands: [keys]
  ) { session, invocation in
    var known: [String] = []
    for word in try invocation[keys] {
      let (key, nearest) = try session.keyOrNearest(word)
      if let key {
        known.append(key)
      } else {
        // What is no favourite need not be removed: that is an answer, and no failure.
        try session.tell(FavoriteResult(.absent, key: word))
        if !nearest.isEmpty { session.terminal.note("Nearest:") }
        for line in nearest { session.terminal.note(StyledText(line)) }
      }
    }
    guard !known.isEmpty else { return .ok }
    var parameters = CallParameters()
    parameters.keys = known
    return try session.change(.removeFavorites, parameters)
  }

  static let move = Command<CommandAction>(
    "move",
    abstract: "Give a favourite another place in your own order.",
    operands: [FavoritesCommand.key, place, target],
    examples: [
      Example("favorites move \"Pastel Blues\" first", "To the top."),
      Example("favorites move itunes:album:3 before itunes:album:7", "Between others."),
    ]
  ) { session, invocation in
    var parameters = CallParameters()
    let place = try invocation[place]
    let target = try invocation[target]
    guard [.before, .after].contains(place) == (target != nil) else {
      throw invocation.refusal(
        "\"before\" and \"after\" take another favourite, no other place does."
      )
    }
    parameters.place = place
    parameters.key = try session.favoriteKey(invocation[FavoritesCommand.key])
    parameters.target = try target.map { try session.favoriteKey($0) }
    return try session.change(.moveFavorite, parameters)
  }

  static let note = Command<CommandAction>(
    "note",
    abstract: "Note something on a favourite.",
    operands: [FavoritesCommand.key, text],
    examples: [Example("favorites note \"Nina Simone\" \"Montreux 1976!\"", "Shown with it.")]
  ) { session, invocation in
    var parameters = CallParameters()
    let text = try invocation[text]
    parameters.note = text.isEmpty ? nil : text
    parameters.key = try session.favoriteKey(invocation[FavoritesCommand.key])
    return try session.change(.noteFavorite, parameters)
  }

  static let undo = Command<CommandAction>(
    "undo",
    abstract: "Take back your last change of the favourites.",
    discussion: "The last hundred changes can be taken back, one after the other."
  ) { session, _ in
    try session.change(.undoFavorites, CallParameters())
  }
}

extension CommandContext {
  func change(_ method: Method, _ parameters: CallParameters) throws -> ExitStatus {
    let answer = try ask(method, parameters)
    try tell(resultsOf: answer)
    return try tell(about: answer)
  }

  func tell(resultsOf answer: Reply) throws {
    for result in answer.done.results ?? [] { try tell(result) }
  }

  fileprivate func tell(_ result: FavoriteResult) throws {
    terminal.print(settings.json ? try JSONLine.text(result) : StyledText(result.sentence).text)
  }
}

extension FavoriteResult {
  /// What became of it, for a person.
  var sentence: String {
    let name = name ?? key ?? fav ?? "It"
    let whole = id.map { "\(name) (\($0))" } ?? name
    switch outcome {
    case .added: return "Added: \(whole)"
    case .exists: return "A favourite already: \(whole)"
    case .removed: return "Removed: \(whole)"
    case .absent: return "No favourite: \(whole)"
    case .moved: return "Moved: \(whole)"
    case .noted: return "Noted: \(whole)"
    case .updated: return "Brought up to date: \(whole)"
    case .unchanged: return "As it was: \(whole)"
    case .undone: return "Taken back: \(whole) was \(undid?.rawValue ?? "changed")"
    case .refused: return "Refused: \(whole). \(reason ?? "")"
    }
  }
}
