import BusProtocol
import CommandKit
import MusicModel

/// `musicbus song ID-or-NAME`
enum SongCommand {
  static let song = Argument(
    repeating: .text("SONG"),
    help: "The id or the title of a song, or ARTIST - TITLE."
  )

  static let command = Command<CommandAction>(
    "song",
    abstract: "Show a song in full.",
    discussion: ListOptions.namesExplained,
    operands: [song],
    options: [ListOptions.provenance],
    examples: [Example("song \"Pink Floyd - Time\"", "By artist and title.")],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try session.find(invocation[song], as: [.song], for: invocation)
    return try session.show(detail: session.askFor(.getSong, subject, invocation))
  }
}
