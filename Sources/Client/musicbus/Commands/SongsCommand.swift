import BusProtocol
import ClientKit
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
    options: [ListOptions.clean, ListOptions.owned, ListOptions.notOwned],
    examples: [
      Example("songs \"Pink Floyd - The Wall\"", "List the songs of an album in order."),
      Example("songs U2 --limit 10", "List songs of an artist."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let owned = try invocation.owned()
    let subject = try context.find(invocation[subject], as: [.artist, .album], for: invocation)
    let songs = Call.songs(of: subject.id).with { parameters in
      parameters.explicit = invocation.explicit
      parameters.owned = owned
    }
    let reply = try context.callWithProgress(songs)
    return try context.show(
      list: reply,
      of: subject.kind,
      emptyMessage: "No songs found for \(subject.name)."
    )
  }
}
