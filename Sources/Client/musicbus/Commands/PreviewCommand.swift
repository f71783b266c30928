import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus preview ID [-o FILE | --play]`
enum PreviewCommand {
  static let output = Option(
    "output",
    short: "o",
    .file(),
    help: "Write the audio to this file (- for standard output)."
  )
  static let play = Option(
    flag: "play",
    help: "Play it with the configured player (client.player)."
  )

  static let command = Command<CommandAction>(
    "preview",
    abstract: "Download or play the preview of a song.",
    discussion: "Without --output or --play, print the location of the preview.",
    arguments: [DetailCommands.song],
    options: [output, play],
    examples: [
      Example("preview itunes:song:1065973980 --play", "Play the preview."),
      Example("preview itunes:song:1065973980 -o preview.m4a", "Save the preview."),
    ],
    action: run
  )

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let file = invocation[output].map(MediaFile.init)
    if file != nil, invocation[play] {
      throw invocation.usageError("--output and --play are mutually exclusive.")
    }
    if file == .standardOutput, context.settings.json {
      throw invocation.usageError("--json cannot be combined with --output -.")
    }
    let player = invocation[play] ? try context.player() : nil
    let subject = try context.find(
      invocation[DetailCommands.song],
      as: [.song],
      for: invocation
    )
    guard file != nil || player != nil else { return try showLocation(of: subject, context) }
    var parameters = CallParameters()
    parameters.id = subject.id
    let media = try context.fetch(.getPreview, parameters)
    let line = MediaLine("preview", of: subject.id, media)
    if let file { return try context.write(media, to: file, line) }
    return try context.play(media, player, line)
  }

  private static func showLocation(
    of subject: CommandContext.Subject,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let reply = try context.callForEntity(.getSong, subject)
    guard case .song(let song)? = reply.items.first, let url = song.previewURL else {
      _ = try context.report(reply)
      throw CommandFailure("No preview available.", "Not every song has one.")
    }
    return try context.show(MediaLine(kind: "preview", id: song.id, url: url), of: reply)
  }
}

extension CommandContext {
  /// - Throws: ``CommandFailure`` if no player is configured.
  fileprivate func player() throws -> Player {
    guard let command = try configured("player"), !command.trimmed.isEmpty else {
      throw CommandFailure(
        "No player is configured.",
        "Set one: musicbus config set client.player mpv"
      )
    }
    return Player(command: command, environment: environment, isMute: settings.json)
  }

  fileprivate func play(
    _ media: Media,
    _ player: Player?,
    _ line: MediaLine
  ) throws -> ExitStatus {
    if settings.json { terminal.print(try JSONLine.text(line)) }
    terminal.output.flush()
    let termination = try player?.play(media.bytes, type: media.info.type)
    let status = try report(media.reply)
    guard let termination, termination != .exited(0) else { return status }
    throw CommandFailure(
      "The player \"\(player?.command ?? "")\" failed with \(termination).",
      "Check the setting: musicbus config get client.player"
    )
  }
}
