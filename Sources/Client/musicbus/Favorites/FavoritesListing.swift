import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus favorites [list]` and `musicbus favorites show KEY`
enum FavoritesListing {
  enum Kind: String, CaseIterable, Sendable {
    case artist, album, song
  }

  static let of = Option("of", .choice("KIND", of: Kind.allCases), help: "Only those of this kind.")
  private static let sort = Option(
    "sort",
    .choice("ORDER", of: CallParameters.Sort.ofFavorites),
    help: "Your own order, by name, by when it was added (recent: the last first), or by year.",
    preset: "own"
  )
  private static let text = Option(
    "text",
    .text("TEXT"),
    help: "Only those whose name, artist, album or note holds this."
  )
  private static let from = Option(
    "from",
    .text("DATE"),
    help: "Only those published then or later."
  )
  private static let to = Option("to", .text("DATE"), help: "Only those published then or before.")
  private static let addedFrom = Option(
    "added-from",
    .text("DATE"),
    help: "Only those added then or later."
  )
  private static let addedTo = Option(
    "added-to",
    .text("DATE"),
    help: "Only those added then or before."
  )
  private static let all = Option(flag: "all", help: "All of them, and not only a page.")

  static let command = Command<CommandAction>(
    "list",
    abstract: "List your favourites.",
    discussion: "A date is a year, a month or a day: 1973, 1973-03 or 1973-03-01.",
    options: [sort, of, text, ListOptions.genre, from, to, addedFrom, addedTo, all],
    examples: [
      Example("favorites list --text blue", "Those that have to do with blue."),
      Example("favorites list --all --json", "All of them, for another program."),
    ],
    action: list
  )

  static let show = Command<CommandAction>(
    "show",
    abstract: "Show a favourite in full.",
    operands: [FavoritesCommand.key]
  ) { session, invocation in
    var parameters = CallParameters()
    parameters.key = try session.favoriteKey(invocation[FavoritesCommand.key])
    return try session.show(detail: session.ask(.getFavorite, parameters))
  }

  private static let list: CommandAction = { session, invocation in
    let parameters = try parameters(for: invocation)
    let answer =
      invocation[all]
      ? try session.allFavorites(parameters) : try session.ask(.listFavorites, parameters)
    if session.settings.json {
      for entity in answer.items { session.terminal.print(try JSONLine.text(entity)) }
    } else if session.settings.plain {
      for line in FavoriteList(answer.items).tabSeparated() { session.terminal.print(line) }
    } else {
      let list = FavoriteList(answer.items)
      session.terminal.print(list.lines(fitting: session.terminal.width))
    }
    let offset = invocation[all] ? 0 : session.settings.offset ?? 0
    let hint = PageHint(offset: offset, count: answer.items.count, answer.done)
    let emptiness = "No favourites here. Add one: musicbus favorites add ID-or-NAME"
    let text = hint.text ?? (answer.items.isEmpty ? emptiness : nil)
    return try session.tell(about: answer, after: text.map { StyledText($0) })
  }

  private static func parameters(for invocation: Invocation) throws(UsageError) -> CallParameters {
    var parameters = CallParameters()
    parameters.sort = invocation[sort]
    parameters.entityKind = invocation[of].flatMap { EntityKind(rawValue: $0.rawValue) }
    parameters.text = invocation[text]
    parameters.genre = invocation[ListOptions.genre]
    let published = try dates(invocation[from], invocation[to], "", invocation)
    let added = try dates(invocation[addedFrom], invocation[addedTo], "added-", invocation)
    (parameters.from, parameters.to) = (published.from, published.to)
    (parameters.addedFrom, parameters.addedTo) = (added.from, added.to)
    return parameters
  }

  private static func dates(
    _ from: String?,
    _ to: String?,
    _ prefix: String,
    _ invocation: Invocation
  ) throws(UsageError) -> DateFilter {
    do throws(DateFilter.Problem) {
      return try DateFilter(typedFrom: from, to: to, today: nil)
    } catch {
      throw invocation.refusal(error.sentence.replacing("--", with: "--\(prefix)"))
    }
  }
}

extension CommandContext {
  /// Every page of a list; anew where the favourites were changed in between.
  fileprivate func allFavorites(_ parameters: CallParameters) throws -> Reply {
    var parameters = parameters
    parameters.limit = 200
    for _ in 0..<5 {
      parameters.offset = 0
      var whole = try ask(.listFavorites, parameters)
      let revision = whole.done.revision
      while let next = whole.done.next, whole.done.revision == revision {
        parameters.offset = next
        let page = try ask(.listFavorites, parameters)
        whole.items += page.items
        whole.unreadableCount += page.unreadableCount
        whole.done.next = page.done.next
        whole.done.revision = page.done.revision
      }
      if whole.done.revision == revision { return whole }
    }
    throw CommandFailure(
      "The favourites are being changed all the time.",
      "Try again when that is over."
    )
  }
}
