import BusProtocol
import CommandKit
import MusicModel

/// `musicbus artist ID-or-NAME`
enum ArtistCommand {
  static let command = Command<CommandAction>(
    "artist",
    abstract: "Show the details of an artist.",
    discussion: ListOptions.namesExplained,
    arguments: [ListOptions.artistName],
    options: [ListOptions.provenance],
    examples: [
      Example("artist \"Pink Floyd\" --lang de", "Show the biography in German."),
      Example("artist itunes:artist:487143", "Use an id of any source."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try context.find(
      invocation[ListOptions.artistName],
      as: [.artist],
      for: invocation
    )
    return try context.show(detail: context.callForEntity(.getArtist, subject, invocation))
  }
}
