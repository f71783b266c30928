import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus artwork ID [--size N] [-o FILE]`
enum ArtworkCommand {
  static let subject = Argument(
    repeating: .text("ID", from: .names),
    help: "Artist, album or song: id, name or \"ARTIST - TITLE\"."
  )
  static let size = Option(
    "size",
    .integer("PIXELS", in: 1...10_000),
    help: "Edge length in pixels; the nearest available size is used.",
    default: "the largest available"
  )
  static let output = Option(
    "output",
    short: "o",
    .file(),
    help: "Write the image to this file (- for standard output)."
  )

  static let images = Option(
    "images",
    .choice("WAY", of: TerminalPicture.Way.allCases),
    help: "How chafa draws pictures in the terminal.",
    default: "auto, the best that the terminal understands"
  )

  static let command = Command<CommandAction>(
    "artwork",
    abstract: "Show or download artwork of an artist, album or song.",
    discussion: """
      In a terminal, chafa draws the image; without it, and in a pipe, the URL is printed.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [subject],
    options: [size, output, images],
    examples: [
      Example(
        "artwork \"Pink Floyd - The Wall\" --size 600 -o cover.jpg",
        "Save the cover to a file."
      ),
      Example("artwork 3 --images none", "Print the URL of the picture of row 3."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let file = invocation[output].map(MediaFile.init)
    if file == .standardOutput, context.settings.json {
      throw invocation.usageError("--json cannot be combined with --output -.")
    }
    let subject = try context.find(
      invocation[subject],
      as: EntityKind.searched,
      for: invocation
    )
    let media = try context.fetch(.artwork(of: subject.id, size: invocation[size]))
    let line = MediaLine("artwork", of: subject.id, media)
    guard let file else {
      let picture = TerminalPicture(
        environment: context.environment,
        way: invocation[images] ?? .auto
      )
      if context.terminal.isInteractive, !context.settings.json,
        try picture.show(media.bytes, type: media.info.type, on: context.terminal)
      {
        return try context.report(media.reply)
      }
      return try context.show(line, of: media.reply)
    }
    return try context.write(media, to: file, line)
  }
}
