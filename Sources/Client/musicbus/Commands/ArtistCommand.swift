import BusProtocol
import CommandKit
import MusicModel

/// `musicbus artist ID-or-NAME`
enum ArtistCommand {
  static let command = Command<CommandAction>(
    "artist",
    abstract: "Show an artist in full, with the biography.",
    discussion: ListOptions.namesExplained,
    operands: [ListOptions.artistName],
    options: [ListOptions.provenance],
    examples: [
      Example("artist \"Pink Floyd\" --lang de", "With the biography in German."),
      Example("artist itunes:artist:487143", "By an id of any source."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try session.find(
      invocation[ListOptions.artistName],
      as: [.artist],
      for: invocation
    )
    return try session.show(detail: session.askFor(.getArtist, subject, invocation))
  }
}
