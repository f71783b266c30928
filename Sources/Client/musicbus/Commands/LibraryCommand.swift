import BusProtocol
import ClientKit
import CommandKit
import HostKit

/// `musicbus library`
enum LibraryCommand {
  static let command = Command<CommandAction>(
    "library",
    abstract: "Show, empty or rebuild the local library.",
    discussion: """
      Everything that a source has sent is in the library, for searches with --offline and for \
      instant first results. Records expire after 180 days, except those of favourites.
      """,
    examples: [Example("search artists pink --offline", "Search the library only.")],
    commands: [
      Command("status", abstract: "Show the size of the library.") { context, _ in
        try show(.libraryStatus, "Reading", context)
      },
      Command(
        "clear",
        aliases: ["forget"],
        abstract: "Remove everything from the library and cached results.",
        action: { context, _ in try show(.libraryClear, "Emptying", context) }
      ),
      Command("rebuild", abstract: "Index the library again.") { context, _ in
        try show(.libraryRebuild, "Indexing", context)
      },
    ],
    default: "status"
  )

  /// Makes a call and shows the status after it; a terminal shows with the verb for how long it waits.
  private static func show(
    _ call: Call<LibraryStatus>,
    _ verb: String,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let status = try call.result(of: reply(to: call, verb, context))
    try context.show(
      status,
      items: [
        ("artists", status.artists.grouped),
        ("albums", status.albums.grouped),
        ("songs", status.songs.grouped),
        ("size", "\(HumanFormat.size(status.bytes)) of \(HumanFormat.size(status.bytesMax))"),
        ("file", context.paths.records),
      ]
    )
    if context.settings.json { return .ok }
    if let problem = status.problem { context.terminal.note("musicbus: \(problem.neutralized)") }
    return .ok
  }

  private static func reply(
    to call: Call<LibraryStatus>,
    _ verb: String,
    _ context: CommandContext
  ) throws -> Reply {
    guard context.terminal.showsProgress else { return try context.hubReply(to: call) }
    let line = ProgressLine(context.terminal)
    defer { line.clear() }
    return try context.hubReply(to: call) { progress in
      guard case .waiting(let elapsedMs) = progress, elapsedMs >= ProgressLine.delayMs else {
        return
      }
      line.show("\(verb) the library (\(HumanFormat.duration(ms: elapsedMs)))")
    }
  }
}
