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
        try show(.libraryStatus, context)
      },
      Command(
        "clear",
        aliases: ["forget"],
        abstract: "Remove everything from the library and cached results.",
        action: { context, _ in try show(.clearLibrary, context) }
      ),
      Command("rebuild", abstract: "Index the library again.") { context, _ in
        try show(.rebuildLibrary, context)
      },
    ],
    default: "status"
  )

  private static func show(_ method: Method, _ context: CommandContext) throws -> ExitStatus {
    guard let status = try call(method, context).done.library else {
      throw ClientError.protocolError("The reply contains no library status.")
    }
    if context.settings.json {
      try context.printJSON(status)
      return .ok
    }
    let items: [(label: String, text: String)] = [
      ("artists", status.artists.grouped),
      ("albums", status.albums.grouped),
      ("songs", status.songs.grouped),
      ("size", "\(HumanFormat.size(status.bytes)) of \(HumanFormat.size(status.bytesMax))"),
      ("file", context.paths.records),
    ]
    context.terminal.print(items, forScripts: context.settings.plain)
    if let problem = status.problem { context.terminal.note("musicbus: \(problem.neutralized)") }
    return .ok
  }

  /// Makes the call, and shows on a terminal for how long it has been waiting.
  private static func call(_ method: Method, _ context: CommandContext) throws -> Reply {
    guard context.terminal.showsProgress else { return try context.callHub(method) }
    let line = ProgressLine(context.terminal)
    defer { line.clear() }
    return try context.callHub(method) { progress in
      guard case .waiting(let elapsedMs) = progress, elapsedMs >= ProgressLine.delayMs else {
        return
      }
      line.show("\(verb(method)) the library (\(HumanFormat.duration(ms: elapsedMs)))")
    }
  }

  private static func verb(_ method: Method) -> String {
    switch method {
    case .rebuildLibrary: "Rebuilding"
    case .clearLibrary: "Emptying"
    default: "Reading"
    }
  }
}
