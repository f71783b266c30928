import Foundation
import TestKit

/// A process that uses as much of the processor as it gets.
final class Load {
  private let process = Process()

  init() throws {
    process.executableURL = URL(filePath: Program.python.path)
    // It ends with its parent, also if that is killed.
    process.arguments = ["-c", "import os\np = os.getppid()\nwhile os.getppid() == p: pass"]
    try process.run()
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
