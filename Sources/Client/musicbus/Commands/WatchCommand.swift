import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel
import ProviderInstalling

/// `musicbus watch releases`
enum WatchCommand {
  private static let exec = Option(
    "exec",
    .text("COMMAND"),
    help: "Run this shell command for each album, which gets the album as JSON on standard input."
  )
  private static let post = Option(
    "post",
    ValueSyntax("URL", expectation: "an address such as https://example.org/hook") { word in
      let isSafe = !word.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" }
      return isSafe && ["https://", "http://"].contains(where: word.hasPrefix) ? word : nil
    },
    help: "Send each album to this address, as JSON (POST)."
  )

  static let command = Command<CommandAction>(
    "watch",
    abstract: "Wait for new albums, and notify programs of each.",
    commands: [
      Command(
        "releases",
        abstract: "Run a command or post to an address for each new album of favourite artists.",
        discussion: """
          The hub looks for new albums of each favourite artist about once a day. You are notified of each album \
          once, also after a restart; albums that are listed already at the first start are skipped. If the \
          command fails or the address does not reply, it is tried again later.
          """,
        uses: [],
        options: [exec, post],
        examples: [
          Example(
            "watch releases --exec 'jq -r .album.title | mail -s MusicBus me'",
            "Send a mail."
          ),
          Example("watch releases --post https://example.org/hook", "Post the album as JSON."),
        ],
        action: run
      )
    ]
  )

  private static let run: CommandAction = { context, invocation in
    let target: ReleaseTarget
    switch (invocation[exec], invocation[post]) {
    case (let command?, nil): target = .command(command)
    case (nil, let address?): target = .address(address)
    default: throw invocation.usageError("Give either --exec or --post.")
    }
    let deadline = invocation[GlobalOptions.timeout].map { Deadline.after($0) }
    return try ReleaseWatch(context, target).run(until: deadline)
  }
}

/// Whom new albums are told to.
enum ReleaseTarget: Hashable, Sendable {
  case command(String)
  case address(String)

  /// The time for one album.
  static let time = Duration.seconds(60)
  /// The time that is left for it once the user ends this.
  private static let endTime = Duration.seconds(5)

  /// The name of its file of albums that were told; addresses may be secret.
  var fileName: String {
    let text =
      switch self {
      case .command(let command): "exec \(command)"
      case .address(let address): "post \(address)"
      }
    return "releases-\(String(text.utf8.stableHash, radix: 16)).json"
  }

  /// Tells of an album.
  ///
  /// - Returns: the problem, or `nil`.
  /// - Throws: ``ClientError/interrupted(signal:)``
  func tell(_ release: ReleaseReport, _ context: CommandContext) throws -> String? {
    let json = try JSONLine.text(release)
    switch self {
    case .command(let command):
      var launch = Launch("/bin/sh", ["-c", command], environment: context.environment)
      launch.input = .lifeline
      return try run(launch, json + "\n", "")
    case .address(let address):
      let curl = try ExternalTool.curl.path(context.environment, to: "post to the address")
      // Neither the address nor the album is on the command line, which others can see.
      let config = [
        ("url", address), ("data-binary", json), ("header", "Content-Type: application/json"),
      ].map { name, value in
        let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\(name) = \"\(quoted)\"\n"
      }.joined()
      let seconds = ReleaseTarget.time / .seconds(1) - 5
      var launch = Launch(
        curl,
        [
          "-q", "-gsSL", "--fail", "--post301", "--post302", "--post303", "--max-redirs", "3",
          "--proto", "=http,https", "-m", "\(Int(seconds))", "-K", "-",
        ],
        environment: context.environment
      )
      launch.input = .lifeline
      launch.output = .null
      launch.errors = .pipe
      return try run(launch, config, "curl: ")
    }
  }

  /// Runs a program with a text on standard input; what it says behind `prefix` is its problem.
  private func run(_ launch: Launch, _ text: String, _ prefix: String) throws -> String? {
    var deadline = Deadline.after(ReleaseTarget.time)
    var isEnding = false
    let child = try ChildProcess(launch)
    // A program may do without its input.
    SignalHandling.ignoringBrokenPipe { try? child.input?.write(Array(text.utf8)) }
    child.closeLifeline()
    var errors: [UInt8] = []
    func read() {
      guard case .bytes(let more)? = try? child.errors?.read() else { return }
      errors = (errors + more).suffix(4096)
    }
    while !deadline.isExpired {
      if SignalHandling.signal != nil, !isEnding {
        // It would not be known whether the album has arrived.
        (isEnding, deadline) = (true, min(deadline, .after(ReleaseTarget.endTime)))
      }
      read()
      guard let end = child.waitForExit(.after(.milliseconds(200))) else { continue }
      guard end != .exited(0) else { return nil }
      read()
      let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      let said = lines.last.map { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0 }
      return said.map(String.init) ?? "the command failed (\(end))"
    }
    child.kill()
    if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
    return "it took longer than \(Int(ReleaseTarget.time / .seconds(1))) s"
  }
}

/// Tells a target of new albums; each once.
struct ReleaseWatch {
  /// After this time the list is read again, for what was found between two looks, or could not be told.
  private static let interval = Duration.seconds(600)
  /// More albums are not new at a time.
  private static let maxTold = 10_000

  private let context: CommandContext
  private let target: ReleaseTarget
  private let file: String
  private let lock: FileLock

  /// - Throws: ``CommandFailure`` if another process tells the same target.
  init(_ context: CommandContext, _ target: ReleaseTarget) throws {
    (self.context, self.target) = (context, target)
    file = context.paths.data + "/" + target.fileName
    try context.paths.prepare()
    guard let lock = try FileLock(at: file + ".lock") else {
      throw CommandFailure(
        "This is running already.",
        "Every command and address is told once by one process."
      )
    }
    self.lock = lock
  }

  func run(until deadline: Deadline?) throws -> ExitStatus {
    do {
      let client = try context.client()
      while deadline?.isExpired != true {
        do {
          context.restartDeadlines()
          try tell(try context.callHub(.releases))
          let next = Deadline.after(ReleaseWatch.interval)
          try client.watch(until: min(next, deadline ?? next)) { part in
            try tell(part.releases ?? [])
          }
        } catch ClientError.hubLost {
          context.terminal.note("The hub exited; waiting for a new one.")
          try client.reconnect()
        }
      }
      return .ok
    } catch ClientError.interrupted where SignalHandling.signal != SIGPIPE {
      // Interrupting is the normal way to stop watching.
      return .ok
    }
  }

  /// Tells of those that were not told, the oldest first.
  private func tell(_ releases: [ReleaseReport]) throws {
    guard var told = try read() else {
      try write(releases.map(ids))
      let count = releases.count
      if count > 0 {
        let verb = count == 1 ? "is" : "are"
        context.terminal.note(
          "\(count.counted("album")) \(verb) listed already, and not told: musicbus new --all"
        )
      }
      return
    }
    for release in releases.sorted(by: { $0.foundAgeMs > $1.foundAgeMs }) {
      let known = Set(told.joined())
      // An album may have got further ids since.
      guard known.isDisjoint(with: ids(release)) else { continue }
      told.append(ids(release))
      // First, so that nothing is told twice after a crash.
      try write(told)
      let album = release.album
      let name = [album.artist?.name, album.title].compactMap(\.self).joined(separator: " – ")
      let problem: String?
      do {
        problem = try target.tell(release, context)
      } catch {
        try write(Array(told.dropLast()))
        throw error
      }
      guard let problem else {
        context.terminal.print(StyledText(name.neutralized))
        _ = context.terminal.output.flush()
        continue
      }
      told.removeLast()
      try write(told)
      let sentence = "Could not tell of \(name): \(problem)".neutralized.asSentence
      context.terminal.note("musicbus: \(sentence)")
    }
  }

  private func ids(_ release: ReleaseReport) -> [String] {
    Set([release.album.id] + release.album.ids).sorted().map { "\($0)" }
  }

  /// The ids of each album that was told; `nil` at the first start.
  private func read() throws -> [[String]]? {
    guard FileKind(of: file) != nil else { return nil }
    let bytes = try FileDescriptor(file, 0).readAll(atMost: 16 << 20)
    do {
      return try JSONCodec.decode([[String]].self, from: bytes)
    } catch {
      throw CommandFailure(
        "Could not read \(file): \(JSONCodec.describe(error)).",
        "Remove it; then the albums that are listed now are not told."
      )
    }
  }

  private func write(_ told: [[String]]) throws {
    try replaceFile(file, with: try JSONCodec.encode(Array(told.suffix(ReleaseWatch.maxTold))))
  }
}
