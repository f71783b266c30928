import Foundation
import Synchronization

/// A program of the system that a test runs to its end.
package struct Program: Sendable {
  package var path: String

  package init(_ path: String) { self.path = path }

  /// Debian's Python, whose libraries come from Debian packages too.
  package static let python = Program("/usr/bin/python3")

  /// Node, which the example in JavaScript needs.
  package static let node: Program? =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/node") ? Program("/usr/bin/node") : nil

  /// The exit status and output of a program.
  package struct Result: Hashable, Sendable {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// Runs it and waits for its end.
  package func run(_ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Both are read concurrently, so that a full pipe of one cannot block the other.
    let errorText = Mutex("")
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      errorText.withLock { $0 = text }
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    group.wait()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: text,
      errors: errorText.withLock { $0 }
    )
  }

  /// Runs it, and throws if it fails.
  ///
  /// - Throws: `Failed` with its standard error.
  package func succeed(_ arguments: [String]) throws {
    let result = try run(arguments)
    guard result.status == 0 else { throw Failed(message: result.errors) }
  }

  /// The standard error of a program that failed.
  package struct Failed: Error {
    package let message: String
  }

  /// Whether Python is installed and finds the module.
  package static func pythonHas(_ module: String) -> Bool {
    (try? python.run(["-c", "import \(module)"]))?.status == 0
  }
}
