import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus policy try FILE`: which of several values is shown.
enum PolicyCommand {
  private static let file = Argument(
    .file(),
    help: "A file of JSON with what differs from the usual policy; - for standard input."
  )

  static let command = Command<CommandAction>(
    "policy",
    abstract: "Try another choice between what several sources say.",
    discussion: """
      A policy names the providers by trust, what decides between two values, and what differs \
      for single members: {"members": {"biography": {"providers": ["audiodb"], "criteria": \
      ["provider"]}}}. The criteria are provider, agreement, quality, completeness and recency. \
      To apply one: musicbus config set hub.policy JSON
      """,
    commands: [
      Command(
        "try",
        abstract: "List what it would change in what the hub knows. Nothing is applied.",
        operands: [file],
        examples: [Example("policy try policy.json", "What would be shown otherwise.")],
        action: tryOut
      )
    ]
  )

  private static let tryOut: CommandAction = { session, invocation in
    let path = try invocation[file]
    var parameters = CallParameters()
    parameters.policy = try read(path)
    parameters.limit = session.settings.limit
    let answer = try session.client().call(
      .previewPolicy,
      parameters,
      ttl: session.settings.timeout
    )
    let changes = answer.done.changes ?? []
    if session.settings.json {
      for change in changes { session.terminal.print(try JSONLine.text(change)) }
    } else {
      for line in changes.flatMap(PolicyChangeLines.of) { session.terminal.print(line) }
    }
    let total = answer.done.total ?? changes.count
    let note =
      changes.isEmpty
      ? "Nothing that the hub knows would be shown otherwise."
      : "\(changes.count) of \(total.counted("change"))."
    return try session.tell(about: answer, after: StyledText(note))
  }

  private static func read(_ path: String) throws -> JSONValue {
    let descriptor = path == "-" ? "/dev/stdin" : path
    let bytes = try FileDescriptor(descriptor, O_RDONLY).readAll(atMost: 256 * 1024)
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
