import BusProtocol
import ClientKit
import CommandKit
import FoundationEssentials
import Glibc
import HostKit

/// Does something with a provider, and again whenever one of its files has changed: `musicbus provider dev`.
struct ProviderWatch {
  private let context: CommandContext
  /// The directory of the manifest, or of the program.
  private let directory: String
  /// The program, which may be elsewhere.
  private let program: String?

  /// More files are not looked at.
  private static let maxFiles = 5_000
  /// What tools write beside the sources.
  private static let ignored: Set<String> = ["__pycache__", "node_modules"]
  /// The time without a change after which all files of a change are there.
  private static let settlingMs: CInt = 150
  /// How often it looks without being told: the system may have no room for a watch.
  private static let lookMs: CInt = 2_000

  init(_ context: CommandContext, _ path: String) throws {
    guard let real = realPath(path) else {
      throw CommandFailure("Could not find \(path).", "Give a provider's directory.")
    }
    var isDirectory = false
    _ = FileManager.default.fileExists(atPath: real, isDirectory: &isDirectory)
    let directory = isDirectory ? real : parentDirectory(of: real)
    let manifest = real.hasSuffix(".json") ? real : "\(directory)/provider.json"
    let bytes = try? FileDescriptor(manifest, O_RDONLY).readAll(atMost: 64 * 1024)
    let name = bytes.flatMap { try? JSONCodec.decode(Manifest.self, from: $0) }?.executable
    program = name.flatMap { realPath($0.hasPrefix("/") ? $0 : "\(directory)/\($0)") }
    (self.context, self.directory) = (context, directory)
  }

  /// Runs `body` at once and after each change, until the user interrupts it.
  func run(_ body: () throws -> Void) throws -> ExitStatus {
    SignalHandling.install()
    let watch = DirectoryWatch()
    while true {
      let files = files()
      try body()
      guard SignalHandling.signal == nil else { return .ok }
      context.terminal.note(
        StyledText("Waiting for a change in \(directory); Ctrl-C ends it.".neutralized, .dim)
      )
      guard let name = try change(since: files, watch) else { return .ok }
      context.terminal.note("")
      context.terminal.note(StyledText("\(name) changed.".neutralized, .bold))
    }
  }

  /// Waits for a change, and until there are no further ones.
  ///
  /// - Returns: The name of a file; `nil` after a signal.
  private func change(since before: [String: String], _ watch: DirectoryWatch) throws -> String? {
    var seen = before
    while SignalHandling.signal == nil {
      _ = watch.watch(Set(files().keys.map(parentDirectory) + [directory]))
      let now = files()
      if now == seen, now != before {
        let changed = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.min() ?? ""
        return changed.hasPrefix("\(directory)/")
          ? String(changed.dropFirst(directory.count + 1)) : changed
      }
      let isSettling = now != seen
      seen = now
      var item = pollfd(fd: watch.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      if isSettling {
        poll(nil, 0, ProviderWatch.settlingMs)
      } else {
        poll(&item, 1, ProviderWatch.lookMs)
      }
      _ = watch.hasChanged()
    }
    return nil
  }

  /// The files of the provider with their state.
  private func files() -> [String: String] {
    var found: [String: String] = [:]
    var pending = [directory]
    while let next = pending.popLast(), found.count < ProviderWatch.maxFiles {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: next)) ?? []
      where !name.hasPrefix(".") && !ProviderWatch.ignored.contains(name) {
        let path = "\(next)/\(name)"
        guard let (state, isDirectory) = ProviderWatch.state(of: path) else { continue }
        if isDirectory { pending.append(path) } else { found[path] = state }
      }
    }
    if let program, let (state, _) = ProviderWatch.state(of: program) { found[program] = state }
    return found
  }

  private static func state(of path: String) -> (String, isDirectory: Bool)? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let time = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    return ("\(time) \(status.st_size)", status.st_mode & S_IFMT == S_IFDIR)
  }
}
