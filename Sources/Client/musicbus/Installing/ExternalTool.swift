import ClientKit
import CommandKit
import HostKit

/// A program of another package, which is run as it is.
struct ExternalTool {
  let name: String
  /// The package of Debian that contains it.
  let package: String

  static let bsdtar = ExternalTool(name: "bsdtar", package: "libarchive-tools")
  static let curl = ExternalTool(name: "curl", package: "curl")
  static let git = ExternalTool(name: "git", package: "git")
  static let minisign = ExternalTool(name: "minisign", package: "minisign")
  static let sha256sum = ExternalTool(name: "sha256sum", package: "coreutils")

  /// The result of a program that has ended.
  struct Result {
    let isSuccess: Bool
    let output: String
    let errors: String

    /// The cause, on standard error: a line that says so, or the last one with some content.
    var problem: String {
      let lines = errors.split(whereSeparator: \.isNewline).map(String.init)
      let line =
        lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("curl: ") }
        ?? lines.last { !$0.contains("Error exit delayed") } ?? ""
      let prefixes = ["fatal: ", "bsdtar: ", "curl: "]
      let prefix = prefixes.first(where: line.hasPrefix) ?? ""
      return String(line.dropFirst(prefix.count)).capitalizedFirst.asSentence
    }
  }

  private static let maxOutputBytes = 16 << 20

  /// Its path; `action` is what it is to do, for the error.
  ///
  /// - Throws: ``CommandFailure`` if it is not installed.
  func path(_ context: CommandContext, to action: String) throws(CommandFailure) -> String {
    guard let path = ExecutableSearch.find(name, path: context.environment["PATH"]) else {
      throw CommandFailure(
        "Could not \(action): the program \(name) is missing.",
        "Install the package \(package)."
      )
    }
    return path
  }

  /// Runs it to its end. No file that it writes gets larger than `maxFileBytes`; `action` is what
  /// it is to do, for errors: `download https://…`.
  ///
  /// - Throws: ``CommandFailure`` if it is not installed or took too long, and
  ///   ``ClientError/interrupted``.
  func run(
    _ arguments: [String],
    _ context: CommandContext,
    adding variables: Environment = [:],
    in directory: String? = nil,
    within time: Duration = InstallLimits.time,
    maxFileBytes: Int = InstallLimits.unpackedBytes,
    to action: String
  ) throws -> Result {
    let path = try path(context, to: action)
    var environment = context.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment.merge(["LC_ALL": "C.UTF-8"].merging(variables) { $1 }) { $1 }
    var launch = Launch(path, arguments, environment: environment)
    launch.workingDirectory = directory
    launch.output = .pipe
    launch.errors = .pipe
    launch.limits.fileBytes = maxFileBytes
    launch.limits.coreBytes = 0
    SignalHandling.install()
    let child = try ChildProcess(launch)
    let deadline = Deadline.after(time)
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    while true {
      let hasEnded = child.end.wait(.after(.milliseconds(50)))
      // The object of the child ends it, with all that it has started.
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      while case .bytes(let more)? = try child.output?.read() { output += more }
      while case .bytes(let more)? = try child.errors?.read() { errors += more }
      guard output.count + errors.count <= ExternalTool.maxOutputBytes else {
        throw CommandFailure("Could not \(action): \(name) wrote too much.", "Nothing was changed.")
      }
      if hasEnded { break }
      guard !deadline.isExpired else {
        let limit = HumanFormat.duration(ms: time.milliseconds)
        throw CommandFailure("Could not \(action) within \(limit).", "Nothing was changed.")
      }
    }
    return Result(
      isSuccess: child.reap() == .exited(0),
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self)
    )
  }

  /// Runs it to its end, and fails if it does.
  ///
  /// - Returns: its standard output.
  @discardableResult
  func succeed(
    _ arguments: [String],
    _ context: CommandContext,
    adding variables: Environment = [:],
    in directory: String? = nil,
    within time: Duration = InstallLimits.time,
    maxFileBytes: Int = InstallLimits.unpackedBytes,
    to action: String
  ) throws -> String {
    let result = try run(
      arguments,
      context,
      adding: variables,
      in: directory,
      within: time,
      maxFileBytes: maxFileBytes,
      to: action
    )
    guard result.isSuccess else {
      let reason = result.problem
      throw CommandFailure(
        "Could not \(action).",
        reason.isEmpty ? "\(name) failed, or reached a limit of size." : reason
      )
    }
    return result.output
  }
}

/// What is accepted from others.
enum InstallLimits {
  /// An archive as it is downloaded.
  static let archiveBytes = 64 << 20
  /// All files of a provider.
  static let unpackedBytes = 256 << 20
  static let files = 10_000
  static let manifestBytes = 64 << 10
  static let indexBytes = 8 << 20
  /// A step, such as a download.
  static let time = Duration.seconds(120)
}
