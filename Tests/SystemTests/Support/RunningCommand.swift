import Foundation
import HostKit
import TestKit

/// A command that runs until it is interrupted, with what it has printed.
final class RunningCommand {
  private let child: ChildProcess
  private var text = ""

  init(_ arguments: [String], _ environment: Environment) throws {
    var launch = Launch(Executables.path("musicbus"), arguments, environment: environment)
    (launch.output, launch.errors) = (.pipe, .pipe)
    child = try ChildProcess(launch)
  }

  /// Waits until it has printed a text, after the last one.
  func awaitText(_ wanted: String) throws {
    try awaitCondition("\"\(wanted)\" in \(text)") {
      for file in [child.output, child.errors].compactMap({ $0 }) {
        if case .bytes(let bytes)? = try? file.read() {
          text += String(decoding: bytes, as: UTF8.self)
        }
      }
      guard let found = text.range(of: wanted) else { return false }
      text.removeSubrange(..<found.upperBound)
      return true
    }
  }

  func interrupt() -> ChildProcess.Termination? {
    child.signal(SIGINT)
    return child.waitForExit(.after(.seconds(60)))
  }
}
