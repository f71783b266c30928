import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus policy try FILE`: previews a merge policy.
enum PolicyCommand {
  private static let file = Argument(
    .file(),
    help: "JSON file with overrides of the default policy (- for standard input)."
  )

  static let command = Command<CommandAction>(
    "policy",
    abstract: "Preview a different merge policy.",
    discussion: """
      A policy ranks providers by trust and lists the criteria that choose between conflicting values, \
      overall or per field: {"members": {"biography": {"providers": ["audiodb"], "criteria": \
      ["provider"]}}}. The criteria are provider, agreement, quality, completeness and recency. \
      To apply one: musicbus config set hub.policy JSON
      """,
    commands: [
      Command(
        "try",
        abstract: "List the values that would change, without applying anything.",
        arguments: [file],
        examples: [
          Example("policy try policy.json", "List the values that the policy would change.")
        ],
        action: preview
      )
    ]
  )

  private static let preview: CommandAction = { context, invocation in
    let path = try invocation[file]
    let call = Call.preview(of: try read(path), limit: context.settings.limit)
    let reply = try context.hubReply(to: call)
    let changes = try call.result(of: reply)
    let table = Table(columns: PolicyChangeLines.columns, rows: changes)
    try context.show(changes, plain: table.tabSeparated()) {
      for line in changes.flatMap(PolicyChangeLines.of) { context.terminal.print(line) }
    }
    let total = reply.done.total ?? changes.count
    let note =
      changes.isEmpty
      ? "The policy would not change any value."
      : "\(changes.count) of \(total.counted("change"))."
    return try context.report(reply, after: [note])
  }

  private static func read(_ path: String) throws -> JSONValue {
    let bytes = try FileDescriptor(input: path).readAll(atMost: 256 * 1024)
    do throws(JSONError) {
      return try JSONValue(bytes, .configuration)
    } catch {
      let (line, column) = error.position(in: bytes)
      throw CommandFailure(
        "Invalid policy \(path), line \(line), column \(column): \(error).",
        "Fix it and try again."
      )
    }
  }
}
