import Foundation
import Glibc
import HostKit

/// Waits for a condition that no event announces, such as the text of a file or a state in /proc.
///
/// Between two looks it leaves the processor to what it waits for.
///
/// - Throws: ``TimedOut`` if the condition is not met within a time that is generous for a busy machine.
package func awaitCondition(
  _ what: @autoclosure () -> String,
  within time: Duration = .seconds(60),
  _ isMet: () throws -> Bool
) throws {
  let deadline = Deadline.after(time)
  while try !isMet() {
    if deadline.isExpired { throw TimedOut(description: "timed out waiting for \(what())") }
    poll(nil, 0, 5)
  }
}

/// ``awaitCondition(_:within:_:)`` for a condition that takes an asynchronous call.
package func awaitAsyncCondition(
  _ what: @autoclosure () -> String,
  within time: Duration = .seconds(60),
  _ isMet: () async throws -> Bool
) async throws {
  let deadline = Deadline.after(time)
  while try await !isMet() {
    if deadline.isExpired { throw TimedOut(description: "timed out waiting for \(what())") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// A condition was not met before the deadline.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// The running processes whose environment contains a variable with its value: `NAME=VALUE`.
package func processes(withVariable variable: String) -> [Int32] {
  let wanted = Data(variable.utf8)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { Int32($0) }.filter { pid in
    let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ") ?? Data()
    return environment.split(separator: 0).contains(wanted) && isRunning(pid)
  }
}

/// Whether a process runs and is not a zombie.
package func isRunning(_ pid: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
    let end = text.lastIndex(of: ")")
  else { return false }
  return text[text.index(end, offsetBy: 2)...].first != "Z"
}
