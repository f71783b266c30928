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
    help: "Write the sound to this file, or to standard output for -."
  )
  static let play = Option(
    flag: "play",
    help: "Play it with the player of the configuration, client.player."
  )

  static let command = Command<CommandAction>(
    "preview",
    abstract: "Fetch or play the sample of a song.",
    discussion: "Without --output and --play it tells where the sample is.",
    operands: [SongCommand.song],
    options: [output, play],
    examples: [
      Example("preview itunes:song:1065973980 --play", "Listen to it."),
      Example("preview itunes:song:1065973980 -o sample.m4a", "Keep it."),
    ],
    action: run
  )

  private static func run(_ session: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    let file = invocation[output].map(MediaFile.init)
    if file != nil, invocation[play] {
      throw invocation.refusal("--output and --play exclude each other.")
    }
    if file == .standardOutput, session.settings.json {
      throw invocation.refusal("--json and a sound cannot both go to standard output.")
    }
    let player = invocation[play] ? try session.player() : nil
    let subject = try session.find(
      invocation[SongCommand.song],
      as: [.song],
      for: invocation
    )
    guard file != nil || player != nil else { return try showPlace(of: subject, session) }
    var parameters = CallParameters()
    parameters.id = subject.id
    let media = try session.fetch(.getPreview, parameters)
    let line = MediaLine("preview", of: subject.id, media)
    if let file { return try session.write(media, to: file, line) }
    return try session.play(media, player, line)
  }

  private static func showPlace(
    of subject: CommandContext.Subject,
    _ session: CommandContext
  ) throws -> ExitStatus {
    let answer = try session.askFor(.getSong, subject)
    guard case .song(let song)? = answer.items.first, let url = song.previewURL else {
      _ = try session.tell(about: answer)
      throw CommandFailure("No preview available.", "Some songs have none.")
    }
    return try session.show(MediaLine(kind: "preview", id: song.id, url: url), of: answer)
  }
}

extension CommandContext {
  /// - Throws: ``CommandFailure`` where the configuration names no player.
  fileprivate func player() throws -> Player {
    guard let command = try configured("player"), !command.trimmed.isEmpty else {
      throw CommandFailure(
        "No player is configured.",
        "Name one: musicbus config set client.player mpv"
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
    let ending = try player?.play(media.bytes, type: media.info.type)
    let status = try tell(about: media.answer)
    guard let ending, ending != .exited(0) else { return status }
    throw CommandFailure(
      "The player \"\(player?.command ?? "")\" ended with \(ending).",
      "Look at the setting: musicbus config get client.player"
    )
  }
}
