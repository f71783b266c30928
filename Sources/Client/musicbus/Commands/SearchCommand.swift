import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus search [artists|albums|songs] TEXT`
enum SearchCommand {
  static let bio = Option(flag: "bio", help: "Show the biographies of artists.")

  static let command = Command<CommandAction>(
    "search",
    abstract: "Search artists, albums and songs.",
    discussion: """
      Without a kind, all three kinds are searched. With --json, artists have their biographies.
      Texts of one or two characters match exact names only, such as U2. Two characters of Chinese, \
      Japanese or Korean are searched like longer texts.
      """,
    examples: [
      Example("search \"Pink Floyd\"", "Search artists, albums and songs."),
      Example("search artists \"Pink Floyd\" --bio", "Search artists, with their biographies."),
      Example("search songs --artist U2 One", "Search songs of an artist."),
    ],
    commands: [
      SearchAllCommand.command,
      Command(
        "artists",
        aliases: ["artist"],
        abstract: "Search artists.",
        arguments: [ListOptions.text],
        options: [bio, ListOptions.owned, ListOptions.notOwned],
        action: { try search(.artist, $0, $1) }
      ),
      Command(
        "albums",
        aliases: ["album"],
        abstract: "Search albums.",
        arguments: [ListOptions.text],
        options: [ListOptions.artist, ListOptions.clean, ListOptions.owned, ListOptions.notOwned],
        action: { try search(.album, $0, $1) }
      ),
      Command(
        "songs",
        aliases: ["song"],
        abstract: "Search songs.",
        arguments: [ListOptions.text],
        options: [
          ListOptions.artist, ListOptions.album, ListOptions.clean, ListOptions.owned,
          ListOptions.notOwned,
        ],
        action: { try search(.song, $0, $1) }
      ),
    ],
    default: "all"
  )

  /// Carries out a search of one kind, and shows what it finds.
  static func search(
    _ kind: EntityKind,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    var call = try call(kind, for: invocation, context)
    let wantsBiography = kind == .artist && (invocation[bio] || context.settings.json)
    if wantsBiography { call.parameters.detail = .full }
    let reply = try context.callWithProgress(call)
    return try context.show(
      list: reply,
      biographies: wantsBiography,
      emptyMessage: context.emptyMessage(
        "No \(kind.plural) found for \"\(call.parameters.text ?? "")\".",
        suggesting: reply.items.isEmpty ? suggestion(for: call, context) : nil
      )
    )
  }

  /// What the library, which corrects typos, has for a text for which the sources have nothing.
  private static func suggestion(for call: Call<Reply>, _ context: CommandContext) -> String? {
    guard context.settings.cache == nil, context.settings.offset ?? 0 == 0,
      context.deadlines.allowCall
    else { return nil }
    let known = try? context.call(call.with { ($0.cache, $0.lookup) = (.only, true) })
    return known?.items.first?.displayName
  }

  static func call(
    _ kind: EntityKind,
    for invocation: Invocation,
    _ context: CommandContext? = nil
  ) throws(UsageError) -> Call<Reply> {
    let text = try text(of: invocation, context)
    let owned = try invocation.owned()
    return .search(kind, text).with { parameters in
      parameters.owned = owned
      parameters.artist = invocation[ListOptions.artist]
      parameters.album = invocation[ListOptions.album]
      parameters.explicit = invocation.explicit
    }
  }

  /// The text of a search, or that of a row of the recent searches.
  static func text(
    of invocation: Invocation,
    _ context: CommandContext?
  ) throws(UsageError) -> String {
    let words = try invocation[ListOptions.text]
    let text = (try context?.repeated(invocation)?.text ?? words.joined(separator: " ")).trimmed
    guard !text.isEmpty else { throw invocation.usageError("The search text is empty.") }
    return text
  }
}

extension CommandContext {
  /// The search of the last list that a number stands for, if the text is one.
  func repeated(_ invocation: Invocation) throws(UsageError) -> RowFile.Search? {
    let words = try invocation[ListOptions.text]
    return words.count == 1 ? search(inRow: words[0]) : nil
  }
}
