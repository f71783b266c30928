import BusProtocol
import CommandKit
import MusicModel

/// `musicbus search artists|albums|songs TEXT`
enum SearchCommand {
  static let command = Command<CommandAction>(
    "search",
    abstract: "Search artists, albums or songs in all sources.",
    discussion: """
      A text of one or two characters is asked as an exact name, such as U2.
      """,
    examples: [
      Example("search artists \"Pink Floyd\"", "Who is called so, or nearly so."),
      Example("search songs --artist U2 One", "Songs of one artist."),
    ],
    commands: [
      Command(
        "artists",
        abstract: "Search artists.",
        operands: [ListOptions.text],
        action: { try search(.artist, $0, $1) }
      ),
      Command(
        "albums",
        abstract: "Search albums.",
        operands: [ListOptions.text],
        options: [ListOptions.artist, ListOptions.clean],
        action: { try search(.album, $0, $1) }
      ),
      Command(
        "songs",
        abstract: "Search songs.",
        operands: [ListOptions.text],
        options: [ListOptions.artist, ListOptions.album, ListOptions.clean],
        action: { try search(.song, $0, $1) }
      ),
    ]
  )

  private static func search(
    _ kind: EntityKind,
    _ session: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let parameters = try parameters(for: invocation)
    let text = parameters.text ?? ""
    if parameters.exact == true {
      session.terminal.note("\"\(text)\" is very short: looking for this exact name.")
    }
    let methods: [EntityKind: Method] = [.album: .searchAlbums, .song: .searchSongs]
    let answer = try session.askWatched(methods[kind] ?? .searchArtists, parameters)
    return try session.show(list: answer, emptiness: "No \(kind.plural) found for \"\(text)\".")
  }

  static func parameters(for invocation: Invocation) throws(UsageError) -> CallParameters {
    let search = SearchText(try invocation[ListOptions.text])
    guard !search.isEmpty else {
      throw invocation.refusal("The text to look for is empty.")
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
