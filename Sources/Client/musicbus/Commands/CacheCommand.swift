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
        try show(.cacheStatus, context)
      },
      Command("clear", abstract: "Remove all entries that are not pinned.") { context, _ in
        try show(.cacheClear, context)
      },
      Command(
        "pin",
        abstract: "Protect the entries of an artist, album or song from eviction.",
        uses: [GlobalOptions.sources, GlobalOptions.format],
        arguments: [id],
        action: pin
      ),
      Command(
        "unpin",
        abstract: "Remove that protection.",
        uses: [GlobalOptions.sources, GlobalOptions.format],
        arguments: [optionalID],
        options: [all],
        action: unpin
      ),
    ],
    default: "status"
  )

  private static let pin: CommandAction = { context, invocation in
    try show(.pin(subject(try invocation[id], context, invocation)), context)
  }

  private static let unpin: CommandAction = { context, invocation in
    let name = try invocation[optionalID]
    guard (name == nil) == invocation[all] else {
      throw invocation.usageError("Give an id or a name, or --all.")
    }
    return try show(.unpin(name.map { try subject($0, context, invocation) }), context)
  }

  private static func subject(
    _ name: String,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> EntityID {
    try context.find([name], as: EntityKind.searched, for: invocation).id
  }

  /// Makes a call and shows the status after it.
  private static func show(
    _ call: Call<CacheStatus>,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let status = try context.callHub(call)
    let oldest = status.oldestMs.map { "\(HumanFormat.duration(ms: $0)) old" } ?? "–"
    try context.show(
      status,
      items: [
        ("entries", status.entries.grouped),
        ("size", "\(HumanFormat.size(status.bytes)) of \(HumanFormat.size(status.bytesMax))"),
        ("oldest", oldest),
        ("pinned", status.pinned.counted("id")),
        ("file", context.paths.records),
      ]
    )
    if context.settings.json { return .ok }
    if let problem = status.problem { context.terminal.note("musicbus: \(problem.neutralized)") }
    return .ok
  }
}
