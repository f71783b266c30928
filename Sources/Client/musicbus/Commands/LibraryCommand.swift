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
      Command("forget", abstract: "Remove everything from the library.") { context, _ in
        try show(.clearLibrary, context)
      },
      Command("rebuild", abstract: "Build the library again from cached results.") { context, _ in
        try show(.rebuildLibrary, context)
      },
    ],
    default: "status"
  )

  private static func show(_ method: Method, _ context: CommandContext) throws -> ExitStatus {
    guard let status = try context.callHub(method).done.library else {
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
      ("file", context.paths.library),
    ]
    context.terminal.print(items, forScripts: context.settings.plain)
    if let problem = status.problem { context.terminal.note("musicbus: \(problem.neutralized)") }
    return .ok
  }
}
