import BusProtocol
import CommandKit
import MusicModel

/// `musicbus song ID-or-NAME`
enum SongCommand {
  static let song = Argument(
    repeating: .text("SONG"),
    help: "Song id, title or \"ARTIST - TITLE\"."
  )

  static let command = Command<CommandAction>(
    "song",
    abstract: "Show the details of a song.",
    discussion: ListOptions.namesExplained,
    arguments: [song],
    options: [ListOptions.provenance],
    examples: [Example("song \"Pink Floyd - Time\"", "Find a song by artist and title.")],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try context.find(invocation[song], as: [.song], for: invocation)
    return try context.show(detail: context.callForEntity(.getSong, subject, invocation))
  }
}
