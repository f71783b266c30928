import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus explain ID-or-NAME`
enum ExplainCommand {
  static let subject = Argument(
    repeating: .text("ENTITY", from: .names),
    help: "Artist, album or song: id, name or \"ARTIST - TITLE\"."
  )

  static let command = Command<CommandAction>(
    "explain",
    abstract: "Explain how records were merged into one artist, album or song.",
    discussion: """
      Shows the source records, the evidence for and against each pair, the provenance of each value, \
      and near misses. Correct mistakes with "musicbus same" and "musicbus different".
      """,
    arguments: [subject],
    examples: [
      Example("explain \"Pink Floyd\"", "Explain an artist."),
      Example(
        "explain mbid:release-group:f5093c06-23e3-404f-aeaa-40f72885ee3a",
        "Explain an album by id."
      ),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let subject = try context.find(
      invocation[subject],
      as: EntityKind.searched,
      for: invocation
    )
    let call = Call.explain(subject.id)
    let reply = try context.reply(to: call)
    let explanation = try call.result(of: reply)
    return try context.show(
      [explanation],
      plain: ExplanationTable.of(explanation).tabSeparated(),
      of: reply
    ) {
      let page = ExplanationPage(explanation, try context.serviceTable())
      return page.lines(fitting: min(context.terminal.width ?? 100, 100))
    }
  }
}
