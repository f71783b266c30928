import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus provider log`: what a provider has written, from the hub's log.
struct ProviderLog {
  static let command = Command<CommandAction>(
    "log",
    abstract: "Show what a provider has written to its log.",
    discussion: """
      These are its lines in the hub's log, which keeps the last 8 to 16 MB: what it wrote to standard output \
      and standard error.
      """,
    arguments: [id],
    options: [follow],
    examples: [Example("provider log discogs -f", "Show new lines as they are written.")]
  ) { context, invocation in
    try ProviderLog(context, invocation[id]).run(isFollowing: invocation[follow])
  }

  private static let id = Argument(ProviderAdministration.id, help: "Provider id.")
  private static let follow = Option(
    flag: "follow",
    short: "f",
    help: "Show further lines until interrupted."
  )
  /// The lines that are shown before those that follow.
  private static let recentCount = 10
  private static let lookMs: CInt = 200
  private static let maxBytes = 4 * LogRotation.maxBytes

  private let context: CommandContext
  private let id: ProviderID

  private init(_ context: CommandContext, _ id: ProviderID) {
    (self.context, self.id) = (context, id)
  }

  private func run(isFollowing: Bool) throws -> ExitStatus {
    let path = context.paths.log
    guard let log = try? FileDescriptor(path, O_RDONLY) else {
      throw CommandFailure(
        "There is no log at \(path).",
        "A hub that you start yourself writes to standard error: journalctl --user -u musicbus-hub"
      )
    }
    let old = try? FileDescriptor("\(path).old", O_RDONLY).readAll(atMost: Self.maxBytes)
    let new = try log.readAll(atMost: Self.maxBytes)
    let lines = [old ?? [], new].flatMap(lines)
    guard isFollowing else {
      if lines.isEmpty { context.terminal.note("\("\(id)") has written nothing.") }
      context.terminal.page(lines.map { StyledText($0) })
      return .ok
    }
    for line in lines.suffix(Self.recentCount) { context.terminal.print(line) }
    return try follow(log)
  }

  /// Prints lines as they are written; a new log takes the place of one that is full.
  private func follow(_ first: FileDescriptor) throws -> ExitStatus {
    SignalHandling.install(handlesBrokenPipe: true)
    var (log, rest) = (first, [UInt8]())
    while SignalHandling.signal == nil {
      rest += try log.readAll(atMost: Self.maxBytes)
      if let end = rest.lastIndex(of: UInt8(ascii: "\n")) {
        for line in lines(of: Array(rest[...end])) { context.terminal.print(line) }
        rest.removeSubrange(...end)
      }
      guard context.terminal.output.flush() else { break }
      let path = context.paths.log
      if FileIdentity(at: path) != FileIdentity(of: log.descriptor),
        let new = try? FileDescriptor(path, O_RDONLY)
      {
        (log, rest) = (new, [])
      } else {
        poll(nil, 0, Self.lookMs)
      }
    }
    return .ok
  }

  /// The lines of the provider, each as time and text.
  private func lines(of log: [UInt8]) -> [String] {
    log.split(separator: UInt8(ascii: "\n")).compactMap { text($0) ?? json(Array($0)) }
  }

  /// `2026-01-02T03:04:05.678Z info    [discogs] text`
  private func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count == 3 else { return nil }
    let line = words[2].drop { $0 == " " }
    let owner = "[\(id)] "
    return line.hasPrefix(owner) ? "\(words[0]) \(line.dropFirst(owner.count))" : nil
  }

  private func json(_ bytes: [UInt8]) -> String? {
    guard let value = try? JSONCodec.decode(JSONValue.self, from: bytes),
      value["provider"]?.text == id.rawValue, let text = value["text"]?.text
    else { return nil }
    return "\(value["at"]?.text ?? "") \(text)"
  }
}
