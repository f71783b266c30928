internal import Foundation

/// Standard output and standard error. Under a hub, both go to its log.
enum StandardStreams {
  /// Writes a line of requested data.
  static func output(_ line: some StringProtocol) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Writes a message.
  static func log(_ line: some StringProtocol) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
