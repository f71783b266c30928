import BusProtocol
import CommandKit
import MusicModel

/// `musicbus album ID-or-NAME`
enum AlbumCommand {
  static let album = Argument(
    repeating: .text("ALBUM"),
    help: "Album id, title or \"ARTIST - TITLE\"."
  )

  static let command = Command<CommandAction>(
    "album",
    abstract: "Show the details of an album.",
    discussion: ListOptions.namesExplained,
    arguments: [album],
    options: [ListOptions.provenance],
    examples: [
      Example("album \"Pink Floyd - The Wall\"", "Find an album by artist and title."),
      Example("album itunes:album:1065973699", "Use an id of any source."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try context.find(invocation[album], as: [.album], for: invocation)
    return try context.show(detail: context.callForEntity(.getAlbum, subject, invocation))
  }
}
