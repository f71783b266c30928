import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus cache`: the answers that the hub keeps on disk.
enum CacheCommand {
  private static let id = Argument(
    .text("ID"),
    help: "The id or the name of an artist, album or song."
  )

  static let command = Command<CommandAction>(
    "cache",
    abstract: "Look at the answers that are kept, forget them, or hold on to some.",
    discussion: """
      What sources answered is kept, so that it is there at once, and there when a source is not. \
      What is pinned is not forgotten, whatever its age.
      """,
    examples: [
      Example("cache pin \"Pink Floyd\"", "Keep what is known of them for ever."),
      Example("artist \"Pink Floyd\" --offline", "Show what is kept, and ask nobody."),
    ],
    commands: [
      Command("status", abstract: "Tell how much is kept.") { session, _ in
        try show(try ask(.cacheStatus, session), session)
      },
      Command("clear", abstract: "Forget everything but what is pinned.") { session, _ in
        try show(try ask(.clearCache, session), session)
      },
      Command("pin", abstract: "Never forget what is kept of something.", operands: [id]) {
        try pin(.pinAnswers, $0, $1)
      },
      Command("unpin", abstract: "Forget it in its time again.", operands: [id]) {
        try pin(.unpinAnswers, $0, $1)
      },
    ],
    preset: "status"
  )

  private static func pin(
    _ method: Method,
    _ session: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let kinds: [EntityKind] = [.artist, .album, .song]
    let subject = try session.find([invocation[id]], as: kinds, for: invocation)
    return try show(try ask(method, session, subject.id), session)
  }

  private static func ask(
    _ method: Method,
    _ session: CommandContext,
    _ id: EntityID? = nil
  ) throws -> CacheStatus {
    var parameters = CallParameters()
    parameters.id = id
    let answer = try session.client().call(method, parameters, ttl: session.settings.timeout)
    guard let status = answer.done.cache else {
      throw ClientError.protocolBroken("The status of its cache is missing.")
    }
    return status
  }

  private static func show(_ status: CacheStatus, _ session: CommandContext) throws -> ExitStatus {
    if session.settings.json {
      session.terminal.print(try JSONLine.text(status))
      return .ok
    }
    let oldest = status.oldestMs.map { "\(HumanFormat.duration(ms: $0)) old" } ?? "–"
    let items: [(String, String)] = [
      ("answers", status.answers.grouped),
      ("room", "\(HumanFormat.size(status.bytes)) of \(HumanFormat.size(status.bytesMax))"),
      ("oldest", oldest),
      ("pinned", status.pinned.counted("id")),
      ("file", session.places.answers),
    ]
    if session.settings.plain {
      for (label, text) in items { session.terminal.print("\(label)\t\(text.neutralized)") }
    } else {
      let list = DefinitionList(items.map { .init(StyledText($0.0, .dim), $0.1) }, indent: 0)
      session.terminal.print(list.lines(fitting: session.terminal.width ?? 200))
    }
    if let problem = status.problem { session.terminal.note("musicbus: \(problem.neutralized)") }
    return .ok
  }
}
