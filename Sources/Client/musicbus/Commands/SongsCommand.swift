import BusProtocol
import CommandKit
import MusicModel

/// `musicbus songs ARTIST-or-ALBUM`
enum SongsCommand {
  static let subject = Argument(
    repeating: .text("ARTIST-or-ALBUM"),
    help: "The id or the name of an artist or album; for an album also ARTIST - TITLE."
  )

  static let command = Command<CommandAction>(
    "songs",
    abstract: "List the songs of an artist or an album.",
    discussion: ListOptions.namesExplained
      + "\nA name that artists have is taken for theirs, also where an album bears it.",
    operands: [subject],
    options: [ListOptions.clean],
    examples: [
      Example("songs \"Pink Floyd - The Wall\"", "The songs of an album, in its order."),
      Example("songs U2 --limit 10", "Songs of an artist."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try session.find(invocation[subject], as: [.artist, .album], for: invocation)
    var parameters = CallParameters()
    parameters.id = subject.id
    parameters.explicit = invocation.explicit
    let method = subject.kind == .album ? Method.albumSongs : .artistSongs
    let answer = try session.askWatched(method, parameters)
    return try session.show(
      list: answer,
      of: subject.kind,
      emptiness: "No songs are known of \(subject.name)."
    )
  }
}
