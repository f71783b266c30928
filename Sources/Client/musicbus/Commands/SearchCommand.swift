import BusProtocol
import CommandKit
import MusicModel

/// `musicbus search artists|albums|songs TEXT`
enum SearchCommand {
  static let command = Command<CommandAction>(
    "search",
    abstract: "Search artists, albums or songs.",
    discussion: """
      Texts of one or two characters match exact names only, such as U2. Two characters of Chinese, \
      Japanese or Korean are searched like longer texts.
      """,
    examples: [
      Example("search artists \"Pink Floyd\"", "Search artists by name."),
      Example("search songs --artist U2 One", "Search songs of an artist."),
    ],
    commands: [
      Command(
        "artists",
        abstract: "Search artists.",
        arguments: [ListOptions.text],
        action: { try search(.artist, $0, $1) }
      ),
      Command(
        "albums",
        abstract: "Search albums.",
        arguments: [ListOptions.text],
        options: [ListOptions.artist, ListOptions.clean],
        action: { try search(.album, $0, $1) }
      ),
      Command(
        "songs",
        abstract: "Search songs.",
        arguments: [ListOptions.text],
        options: [ListOptions.artist, ListOptions.album, ListOptions.clean],
        action: { try search(.song, $0, $1) }
      ),
    ]
  )

  private static func search(
    _ kind: EntityKind,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let parameters = try parameters(for: invocation)
    let text = parameters.text ?? ""
    if parameters.exact == true {
      context.terminal.note("\"\(text)\" is very short; matching exact names only.")
    }
    let methods: [EntityKind: Method] = [.album: .searchAlbums, .song: .searchSongs]
    let reply = try context.callWithProgress(methods[kind] ?? .searchArtists, parameters)
    return try context.show(list: reply, emptyMessage: "No \(kind.plural) found for \"\(text)\".")
  }

  static func parameters(for invocation: Invocation) throws(UsageError) -> CallParameters {
    let search = SearchText(try invocation[ListOptions.text])
    guard !search.isEmpty else {
      throw invocation.usageError("The search text is empty.")
    }
    var parameters = CallParameters()
    parameters.text = search.text
    parameters.exact = search.isShort ? true : nil
    parameters.artist = invocation[ListOptions.artist]
    parameters.album = invocation[ListOptions.album]
    parameters.explicit = invocation.explicit
    return parameters
  }
}
