import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus raw ID-or-NAME`
enum RawCommand {
  static let command = Command<CommandAction>(
    "raw",
    abstract: "Print the record of each source, as JSON.",
    discussion: """
      Each line holds the record that a provider made of the reply of its source, before merging, with \
      its age.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [ExplainCommand.subject],
    examples: [Example("raw \"Pink Floyd\" --provider audiodb | jq .", "Print one record.")]
  ) { context, invocation in
    let subject = try context.find(
      invocation[ExplainCommand.subject],
      as: EntityKind.searched,
      for: invocation
    )
    let call = Call.explain(subject.id)
    let reply = try context.reply(to: call)
    let wanted = context.settings.providers
    for record in try call.result(of: reply).records
    where wanted.isEmpty || wanted.contains(record.provider) {
      try context.printJSON(record)
    }
    return try context.report(reply)
  }
}
