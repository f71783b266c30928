import BusProtocol
import CommandKit
import MusicModel

/// `musicbus artwork ID [--size N] [-o FILE]`
enum ArtworkCommand {
  static let subject = Argument(
    repeating: .text("ID"),
    help: "The id of an artist, album or song; or the name of an artist, or ARTIST - TITLE."
  )
  static let size = Option(
    "size",
    .integer("PIXELS", in: 1...10_000),
    help: "The length of an edge; the nearest that there is.",
    preset: "the largest"
  )
  static let output = Option(
    "output",
    short: "o",
    .file(),
    help: "Write the picture to this file, or to standard output for -."
  )

  static let command = Command<CommandAction>(
    "artwork",
    abstract: "Fetch the picture of an artist, album or song.",
    discussion: "Without --output it tells where the picture is.",
    operands: [subject],
    options: [size, output],
    examples: [
      Example("artwork itunes:album:1065973699 --size 600 -o cover.jpg", "The cover, in a file.")
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let file = invocation[output].map(MediaFile.init)
    if file == .standardOutput, session.settings.json {
      throw invocation.refusal("--json and a picture cannot both go to standard output.")
    }
    let subject = try session.find(
      invocation[subject],
      as: [.artist, .album, .song],
      for: invocation
    )
    var parameters = CallParameters()
    parameters.id = subject.id
    parameters.size = invocation[size]
    let media = try session.fetch(.getArtwork, parameters)
    let line = MediaLine("artwork", of: subject.id, media)
    guard let file else { return try session.show(line, of: media.answer) }
    return try session.write(media, to: file, line)
  }
}
