import BusProtocol
import CommandKit
import MusicModel

/// `musicbus songs ARTIST-or-ALBUM`
enum SongsCommand {
  static let subject = Argument(
    repeating: .text("ARTIST-or-ALBUM", from: .names),
    help: "Artist or album id or name, or \"ARTIST - TITLE\"."
  )

  static let command = Command<CommandAction>(
    "songs",
    abstract: "List the songs of an artist or an album.",
    discussion: ListOptions.namesExplained
      + "\nIf a name matches both an artist and an album, the artist is used.",
    arguments: [subject],
    options: [ListOptions.clean],
    examples: [
      Example("songs \"Pink Floyd - The Wall\"", "List the songs of an album in order."),
      Example("songs U2 --limit 10", "List songs of an artist."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try context.find(invocation[subject], as: [.artist, .album], for: invocation)
    var parameters = CallParameters()
    parameters.id = subject.id
    parameters.explicit = invocation.explicit
    let method = subject.kind == .album ? Method.albumSongs : .artistSongs
    let reply = try context.callWithProgress(method, parameters)
    return try context.show(
      list: reply,
      of: subject.kind,
      emptyMessage: "No songs found for \(subject.name)."
    )
  }
}
