import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus explain ID-or-NAME`
enum ExplainCommand {
  static let subject = Argument(
    repeating: .text("ENTITY"),
    help: "The id or the name of an artist, album or song, or ARTIST - TITLE."
  )

  static let command = Command<CommandAction>(
    "explain",
    abstract: "Show why several records are one artist, album or song.",
    discussion: """
      Shows the records that it is made of, what speaks for and against each two being the same, \
      where each value comes from, and what nearly was the same. Where the sources are wrong, \
      "musicbus same" and "musicbus different" decide.
      """,
    operands: [subject],
    examples: [
      Example("explain \"Pink Floyd\"", "Why it is one artist in several sources."),
      Example("explain itunes:album:1065973699", "The same of an album."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try session.find(
      invocation[subject],
      as: [.artist, .album, .song],
      for: invocation
    )
    var parameters = CallParameters()
    parameters.id = subject.id
    let answer = try session.ask(.explainRecords, parameters)
    guard let explanation = answer.done.explanation else {
      throw ClientError.protocolBroken("Its explanation is missing.")
    }
    if session.settings.json {
      session.terminal.print(try JSONLine.text(explanation))
    } else {
      let page = ExplanationPage(explanation)
      session.terminal.print(page.lines(fitting: min(session.terminal.width ?? 100, 100)))
    }
    return try session.tell(about: answer)
  }
}
