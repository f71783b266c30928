import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus lyrics SONG`
enum LyricsCommand {
  static let command = Command<CommandAction>(
    "lyrics",
    abstract: "Show the lyrics of a song.",
    discussion: """
      \(ListOptions.namesExplained)
      Sources of lyrics can take 10 seconds; without --timeout, they have 30.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [DetailCommands.song],
    examples: [
      Example("lyrics \"Pink Floyd - Money\"", "Show the words of a song."),
      Example("lyrics 3 --json", "Print the lines of row 3 with their times."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    if invocation[GlobalOptions.timeout] == nil, let spec = Methods[.songLyrics] {
      context.restartDeadlines(atLeast: .milliseconds(spec.usualTimeoutMs))
    }
    let subject = try context.find(
      invocation[DetailCommands.song],
      as: [.song],
      for: invocation
    )
    let media = try context.fetch(.lyrics(of: subject.id))
    let lyrics: Lyrics
    do {
      lyrics = try Lyrics(attachment: media.bytes)
    } catch {
      throw CommandFailure(error.message, "This is a fault of the source: musicbus providers")
    }
    if context.settings.json {
      try context.printJSON(lyrics)
    } else if let lines = lyrics.lines {
      context.terminal.page(lines.map { StyledText($0.text) })
    } else {
      context.terminal.note("\(subject.name) is instrumental.")
    }
    return try context.report(media.reply)
  }
}
