import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus cache`
enum CacheCommand {
  private static let name = ValueSyntax.text("ID", from: .names)
  private static let meaning = "Artist, album or song: id or name."
  private static let id = Argument(name, help: meaning)
  private static let optionalID = Argument(optional: name, help: meaning)
  private static let all = Option(flag: "all", help: "All entries.")

  static let command = Command<CommandAction>(
    "cache",
    abstract: "Inspect, clear or pin cached results.",
    discussion: """
      Results are cached on disk, for speed and for when a source is unavailable. Pinned entries are \
      never evicted.
      """,
    examples: [
      Example("cache pin \"Pink Floyd\"", "Protect the cached results of an artist."),
      Example(
        "artist \"Pink Floyd\" --offline",
        "Show cached results without contacting a source."
      ),
    ],
    commands: [
      Command("status", abstract: "Show the size of the cache.") { context, _ in
        try show(try call(.cacheStatus, context), context)
      },
      Command("clear", abstract: "Remove all entries that are not pinned.") { context, _ in
        try show(try call(.clearCache, context), context)
      },
      Command(
        "pin",
        abstract: "Protect the entries of an artist, album or song from eviction.",
        arguments: [id],
        action: pin
      ),
      Command(
        "unpin",
        abstract: "Remove that protection.",
        arguments: [optionalID],
        options: [all],
        action: unpin
      ),
    ],
    default: "status"
  )

  private static let pin: CommandAction = { context, invocation in
    try change(.pinCache, try invocation[id], context, invocation)
  }

  private static let unpin: CommandAction = { context, invocation in
    let name = try invocation[optionalID]
    guard (name == nil) == invocation[all] else {
      throw invocation.usageError("Give an id or a name, or --all.")
    }
    return try change(.unpinCache, name, context, invocation)
  }

  /// Calls a method about an entity, or about all.
  private static func change(
    _ method: Method,
    _ name: String?,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let subject = try name.map { try context.find([$0], as: EntityKind.searched, for: invocation) }
    return try show(try call(method, context, subject?.id), context)
  }

  private static func call(
    _ method: Method,
    _ context: CommandContext,
    _ id: EntityID? = nil
  ) throws -> CacheStatus {
    var parameters = CallParameters()
    parameters.id = id
    let reply = try context.callHub(method, parameters)
    guard let status = reply.done.cache else {
      throw ClientError.protocolError("The reply contains no cache status.")
    }
    return status
  }

  private static func show(_ status: CacheStatus, _ context: CommandContext) throws -> ExitStatus {
    if context.settings.json {
      try context.printJSON(status)
      return .ok
    }
    let oldest = status.oldestMs.map { "\(HumanFormat.duration(ms: $0)) old" } ?? "–"
    let items: [(label: String, text: String)] = [
      ("entries", status.entries.grouped),
      ("size", "\(HumanFormat.size(status.bytes)) of \(HumanFormat.size(status.bytesMax))"),
      ("oldest", oldest),
      ("pinned", status.pinned.counted("id")),
      ("file", context.paths.records),
    ]
    context.terminal.print(items, forScripts: context.settings.plain)
    if let problem = status.problem { context.terminal.note("musicbus: \(problem.neutralized)") }
    return .ok
  }
}
