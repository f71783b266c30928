internal import ClientKit
package import HostKit
internal import MusicModel

/// A program of another package, which is run as it is.
package struct ExternalTool {
  let name: String
  /// The package of Debian that contains it.
  let package: String

  package static let curl = ExternalTool(name: "curl", package: "curl")
  static let bsdtar = ExternalTool(name: "bsdtar", package: "libarchive-tools")
  static let git = ExternalTool(name: "git", package: "git")
  static let minisign = ExternalTool(name: "minisign", package: "minisign")
  static let sha256sum = ExternalTool(name: "sha256sum", package: "coreutils")

  /// The result of a program that has ended.
  struct Result {
    let isSuccess: Bool
    let output: String
    let errors: String
    fileprivate let name: String
    fileprivate let action: String

    /// Its standard output.
    ///
    /// - Throws: ``InstallFailure`` if it has failed.
    @discardableResult
    func get() throws(InstallFailure) -> String {
      if isSuccess { return output }
      let reason = problem
      throw InstallFailure(
        "Could not \(action).",
        reason.isEmpty ? "\(name) failed, or reached a limit of size." : reason
      )
    }

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
  /// How long a signal may go unnoticed that comes just before a wait.
  private static let checkInterval = Duration.milliseconds(500)

  /// Its path; `action` is what it is to do, for the error.
  ///
  /// - Throws: ``InstallFailure`` if it is not installed.
  package func path(
    _ environment: Environment,
    to action: String
  ) throws(InstallFailure) -> String {
    guard let path = ExecutableSearch.find(name, path: environment["PATH"]) else {
      throw InstallFailure(
        "Could not \(action): the program \(name) is missing.",
        "Install the package \(package)."
      )
    }
    return path
  }

  /// Runs it to its end. No file that it writes gets larger than `maxFileBytes`; `action` is what
  /// it is to do, for errors: `download https://…`.
  ///
  /// - Throws: ``InstallFailure`` if it is not installed or took too long, and
  ///   `ClientError.interrupted`.
  func run(
    _ arguments: [String],
    _ environment: Environment,
    adding variables: Environment = [:],
    in directory: String? = nil,
    maxFileBytes: Int = InstallLimits.unpackedBytes,
    to action: String
  ) throws -> Result {
    let path = try path(environment, to: action)
    var environment = environment.filter { !$0.key.hasPrefix("GIT_") }
    environment.merge(["LC_ALL": "C.UTF-8"].merging(variables) { $1 }) { $1 }
    var launch = Launch(path, arguments, environment: environment)
    launch.workingDirectory = directory
    launch.output = .pipe
    launch.errors = .pipe
    launch.limits.fileBytes = maxFileBytes
    launch.limits.coreBytes = 0
    SignalHandling.install()
    let child = try ChildProcess(launch)
    let deadline = Deadline.after(.seconds(60 * InstallLimits.minutes))
    var written = ProcessOutput(of: child)
    var hasEnded = false
    while !hasEnded {
      hasEnded = try written.readMore(until: .after(ExternalTool.checkInterval))
      // The object of the child ends it, with all that it has started.
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      guard written.output.count + written.errors.count <= ExternalTool.maxOutputBytes else {
        throw InstallFailure("Could not \(action): \(name) wrote too much.", "Nothing was changed.")
      }
      guard hasEnded || !deadline.isExpired else {
        let limit = "\(InstallLimits.minutes) min"
        throw InstallFailure("Could not \(action) within \(limit).", "Nothing was changed.")
      }
    }
    return Result(
      isSuccess: child.reap() == .exited(0),
      output: String(decoding: written.output, as: UTF8.self),
      errors: String(decoding: written.errors, as: UTF8.self),
      name: name,
      action: action
    )
  }
}
