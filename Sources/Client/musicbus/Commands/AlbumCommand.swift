import BusProtocol
import CommandKit
import MusicModel

/// `musicbus album ID-or-NAME`
enum AlbumCommand {
  static let album = Argument(
    repeating: .text("ALBUM"),
    help: "The id or the title of an album, or ARTIST - TITLE."
  )

  static let command = Command<CommandAction>(
    "album",
    abstract: "Show an album in full.",
    discussion: ListOptions.namesExplained,
    operands: [album],
    options: [ListOptions.provenance],
    examples: [
      Example("album \"Pink Floyd - The Wall\"", "By artist and title."),
      Example("album itunes:album:1065973699", "By an id of any source."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try session.find(invocation[album], as: [.album], for: invocation)
    return try session.show(detail: session.askFor(.getAlbum, subject, invocation))
  }
}
