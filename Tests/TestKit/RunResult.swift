package import HostKit

/// The output and exit status of a command.
package struct RunResult: CustomStringConvertible {
  package var status: Int32
  package var output: String
  package var errors: String

  /// The lines without text that was erased, such as the progress of a call.
  package var lines: [String] {
    output.split(separator: "\n").compactMap { line in
      guard let erased = line.ranges(of: "\u{1B}[K\r").last else { return String(line) }
      return erased.upperBound < line.endIndex ? String(line[erased.upperBound...]) : nil
    }
  }

  package var description: String {
    "status \(status)\n-- output --\n\(output)-- errors --\n\(errors)"
  }
}

extension RunResult {
  /// Runs an executable to its end.
  ///
  /// - Throws: if it cannot be started or does not end within the time.
  package static func of(
    _ name: String,
    _ arguments: [String],
    environment: Environment,
    within time: Duration = .seconds(120)
  ) throws -> RunResult {
    try of(
      Launch(Executables.path(name), arguments, environment: environment),
      within: time
    )
  }

  /// The same for anything that can be launched.
  package static func of(_ launch: Launch, within time: Duration = .seconds(120)) throws
    -> RunResult
  {
    var launch = launch
    launch.output = .pipe
    launch.errors = .pipe
    let child = try ChildProcess(launch)
    let deadline = Deadline.after(time)
    var output: [UInt8] = []
    var errors: [UInt8] = []
    while true {
      let hasEnded = child.end.wait(.after(.milliseconds(20)))
      try drain(child.output, into: &output)
      try drain(child.errors, into: &errors)
      if hasEnded { break }
      if deadline.isExpired {
        throw Hang(command: ([launch.executable] + launch.arguments).joined(separator: " "))
      }
    }
    guard case .exited(let status)? = child.reap() else {
      throw Hang(command: "\(launch.executable) was killed")
    }
    return RunResult(
      status: status,
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self)
    )
  }

  private static func drain(_ file: FileDescriptor?, into bytes: inout [UInt8]) throws {
    while case .bytes(let more)? = try file?.read() { bytes += more }
  }

  /// A command that did not end.
  package struct Hang: Error, CustomStringConvertible {
    package let command: String
    package var description: String { "\(command) did not end in time" }
  }
}
