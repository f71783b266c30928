import Foundation
import TestKit

/// A process that uses as much of the processor as it gets.
final class Load {
  private let process = Process()

  init() throws {
    process.executableURL = URL(filePath: Program.python.path)
    process.arguments = ["-c", "while True: pass"]
    try process.run()
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
