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
    help: "Play it with client.player of the configuration, or with a player that is installed."
  )
  static let url = Option(flag: "url", help: "Print the URL only.")

  static let command = Command<CommandAction>(
    "preview",
    abstract: "Play or download the preview of a song.",
    discussion: """
      At a terminal, it is played; otherwise its URL is printed. Players that need no configuration: \
      mpv, ffplay, cvlc, mplayer.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [DetailCommands.song],
    options: [output, play, url],
    examples: [
      Example("preview 3", "Play the preview of row 3 of the last list."),
      Example("preview \"Pink Floyd - Time\" -o preview.m4a", "Save the preview."),
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
    let plays =
      invocation[play]
      || file == nil && !invocation[url] && context.terminal.isInteractive && !context.settings.json
    let player = plays ? try context.player() : nil
    if plays, player == nil, invocation[play] { throw CommandContext.noPlayer }
    let subject = try context.find(
      invocation[DetailCommands.song],
      as: [.song],
      for: invocation
    )
    guard file != nil || player != nil else {
      let status = try showLocation(of: subject, context)
      let hint = CommandContext.noPlayer.hint.replacing("Install ", with: "install ")
      if plays { context.terminal.note("To play it: \(hint)") }
      return status
    }
    let media = try context.fetch(.preview(of: subject.id))
    let line = MediaLine("preview", of: subject.id, media)
    if let file { return try context.write(media, to: file, line) }
    return try context.play(media, player, line)
  }

  private static func showLocation(
    of subject: CommandContext.Subject,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let reply = try context.details(of: subject)
    guard case .song(let song)? = reply.items.first, let url = song.previewURL else {
      _ = try context.report(reply)
      throw CommandFailure("No preview available.", "Not every song has one.")
    }
    return try context.show(MediaLine(kind: "preview", id: song.id, url: url), of: reply)
  }
}

extension CommandContext {
  fileprivate static let noPlayer = CommandFailure(
    "No player is installed.",
    "Install mpv (on Debian: apt install mpv), or set one: musicbus config set client.player COMMAND"
  )

  /// The configured player, or one that is installed.
  fileprivate func player() throws -> Player? {
    let configured = try configured(.player)?.trimmed ?? ""
    guard let command = configured.isEmpty ? Player.installed(environment) : configured else {
      return nil
    }
    return Player(
      command: command,
      environment: environment,
      isConfigured: !configured.isEmpty,
      isMute: settings.json
    )
  }

  fileprivate func play(
    _ media: Media,
    _ player: Player?,
    _ line: MediaLine
  ) throws -> ExitStatus {
    if settings.json { try printJSON(line) }
    terminal.output.flush()
    let termination = try player?.play(media.bytes, type: media.info.type)
    let status = try report(media.reply)
    guard let termination, termination != .exited(0) else { return status }
    throw CommandFailure(
      "The player \"\(player?.command ?? "")\" failed with \(termination).",
      player?.isConfigured == true
        ? "Check the setting: musicbus config get client.player"
        : "Choose another one: musicbus config set client.player COMMAND"
    )
  }
}
