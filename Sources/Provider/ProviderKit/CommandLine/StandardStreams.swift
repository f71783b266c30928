internal import Foundation

/// The two ways out of the program. Started by the hub, both are its log.
enum StandardStreams {
  /// Data: what somebody asked for.
  static func data(_ line: some StringProtocol) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  /// All else, one line each.
  static func log(_ line: some StringProtocol) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
