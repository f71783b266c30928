import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus favorites [list]` and `musicbus favorites show KEY`
enum FavoritesListing {
  enum Kind: String, CaseIterable, Sendable {
    case artist, album, song
  }

  static let of = Option(
    "of",
    .choice("KIND", of: Kind.allCases),
    help: "Only favourites of this kind."
  )
  private static let sort = Option(
    "sort",
    .choice("ORDER", of: CallParameters.Sort.ofFavorites),
    help: "Sort order: own, name, added, recent (last added first), year or newest.",
    default: "own"
  )
  private static let text = Option(
    "text",
    .text("TEXT"),
    help: "Only favourites whose name, artist, album or note contains this."
  )
  private static let from = Option(
    "from",
    .text("DATE"),
    help: "Only favourites released on or after this date."
  )
  private static let to = Option(
    "to",
    .text("DATE"),
    help: "Only favourites released on or before this date."
  )
  private static let addedFrom = Option(
    "added-from",
    .text("DATE"),
    help: "Only favourites added on or after this date (UTC)."
  )
  private static let addedTo = Option(
    "added-to",
    .text("DATE"),
    help: "Only favourites added on or before this date (UTC)."
  )
  private static let all = Option(flag: "all", help: "List all, not just one page.")

  static let command = Command<CommandAction>(
    "list",
    aliases: ["ls"],
    abstract: "List your favourites.",
    discussion: """
      Without filters, the numbers of the rows are the positions in your order. Dates are YYYY, YYYY-MM \
      or YYYY-MM-DD.
      """,
    uses: [GlobalOptions.page, GlobalOptions.format],
    options: [sort, of, text, ListOptions.genre, from, to, addedFrom, addedTo, all],
    examples: [
      Example("favorites list --text blue", "List favourites that mention blue."),
      Example("favorites list --all --json", "List all as JSON."),
    ],
    action: list
  )

  static let show = Command<CommandAction>(
    "show",
    abstract: "Show the details of a favourite.",
    arguments: [FavoritesCommand.key]
  ) { context, invocation in
    let key = try context.favoriteKey(invocation[FavoritesCommand.key])
    do {
      return try context.show(detail: context.call(.favorite(key)))
    } catch ClientError.failed(let failure) where failure.code == .notFound {
      throw absent(key, context)
    }
  }

  private static func absent(_ key: String, _ context: CommandContext) -> CommandFailure {
    CommandFailure(
      "\"\(context.rowName(of: key) ?? key)\" is not a favourite.",
      EntityID(key) == nil
        ? "List your favourites: musicbus favorites" : "Add it: musicbus favorites add \(key)"
    )
  }

  private static let list: CommandAction = { context, invocation in
    let call = try call(for: invocation)
    let offset = invocation[all] ? 0 : context.settings.offset ?? 0
    var list = FavoriteList([])
    var entities: [Entity] = []
    // Pages of the list become rows while the hub prepares the next ones.
    let reply = try context.favorites(call, all: invocation[all]) { page in
      if context.settings.json { entities += page } else { list.append(page) }
    } restart: {
      (list, entities) = (FavoriteList([]), [])
    }
    let isOwnOrder = !call.parameters.isFiltered && [nil, .own].contains(call.parameters.sort)
    let count = list.rows.count + entities.count
    let hint = PageHint(offset: offset, count: count, reply.done)
    let emptyMessage =
      call.parameters.isFiltered
      ? "No favourites match." : "No favourites yet. Add one: musicbus favorites add ID-or-NAME"
    let text = hint.text ?? (count == 0 ? emptyMessage : nil)
    return try context.show(
      entities,
      plain: list.tabSeparated(firstPosition: isOwnOrder ? offset + 1 : nil),
      of: reply,
      after: text.map { [$0] } ?? []
    ) {
      let first = context.number(rows: list.rows.map(\.listed))
      return list.lines(fitting: context.terminal.width, firstNumber: first)
    }
  }

  private static func call(for invocation: Invocation) throws(UsageError) -> Call<Reply> {
    let published = try dates(invocation[from], invocation[to], "", invocation)
    let added = try dates(invocation[addedFrom], invocation[addedTo], "added-", invocation)
    return .favorites.with { parameters in
      parameters.sort = invocation[sort]
      parameters.entityKind = invocation[of].flatMap { EntityKind(rawValue: $0.rawValue) }
      parameters.text = invocation[text]
      parameters.genre = invocation[ListOptions.genre]
      (parameters.from, parameters.to) = (published.from, published.to)
      (parameters.addedFrom, parameters.addedTo) = (added.from, added.to)
    }
  }

  private static func dates(
    _ from: String?,
    _ to: String?,
    _ prefix: String,
    _ invocation: Invocation
  ) throws(UsageError) -> DateFilter {
    do throws(DateFilterError) {
      return try DateFilter(typedFrom: from, to: to, today: nil)
    } catch {
      throw invocation.usageError(error.message.replacing("--", with: "--\(prefix)"))
    }
  }
}

extension CallParameters {
  /// Whether some favourites may not be listed.
  fileprivate var isFiltered: Bool {
    let texts = [text, genre, entityKind?.rawValue]
    let dates = [from, to, addedFrom, addedTo]
    return texts.contains { $0 != nil } || dates.contains { $0 != nil }
  }
}
