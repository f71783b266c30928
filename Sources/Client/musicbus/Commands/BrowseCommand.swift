import CommandKit
import HostKit

/// `musicbus browse [TEXT]`
enum BrowseCommand {
  private static let text = Argument(
    optional: .text("TEXT", from: .searches),
    help: "Text to begin with."
  )

  static let command = Command<CommandAction>(
    "browse",
    abstract: "Search as you type and play previews.",
    discussion: """
      ↓ goes from the text to the results, Enter opens one, p plays the preview of a song, f adds to or \
      removes from favourites, o opens the browser, ? shows all keys. It works over ssh.
      """,
    uses: [GlobalOptions.sources],
    arguments: [text],
    examples: [Example("browse \"Pink Floyd\"", "Begin with a search.")]
  ) { context, invocation in
    let text = try invocation[text] ?? ""
    let instead = "Use: musicbus search TEXT"
    guard context.terminal.isInteractive else {
      throw CommandFailure("Standard output is not a terminal.", instead)
    }
    guard context.environment["TERM"] != "dumb" else {
      throw CommandFailure("This terminal (TERM=dumb) has no movable cursor.", instead)
    }
    // Starts the hub before the screen is used.
    _ = try context.client()
    context.close()
    return try BrowseLoop(context, text: text).run()
  }
}
