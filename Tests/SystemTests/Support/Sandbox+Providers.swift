import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit

extension Sandbox {
  var paths: HubPaths {
    get throws { try HubPaths(environment: environment) }
  }

  /// Installs a provider that is a shell script; `$HOLD` is a directory that it
  /// may write to.
  func addProvider(_ id: String, script: String) throws {
    let directory = "\(home.path)/providers/\(id)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let text = "#!/bin/sh\nHOLD='\(home.path)'\n\(script)\n"
    try ExecutableText.write(text, to: "\(directory)/run")
    try addManifest(id, executable: "./run")
  }

  /// Installs a provider that serves albums immediately and needs no source.
  func addStubProvider(_ id: String) throws {
    try addManifest(id, executable: Executables.path("musicbus-bench"), ["provider", id])
  }

  private func addManifest(_ id: String, executable: String, _ arguments: [String] = []) throws {
    let directory = "\(home.path)/providers/\(id)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let manifest: [String: Any] = [
      "id": id, "executable": executable, "arguments": arguments,
      "methods": ["albums.search", "artist.albums"],
    ]
    try JSONSerialization.data(withJSONObject: manifest)
      .write(to: URL(filePath: "\(directory)/provider.json"))
  }

  /// The current status of all providers.
  func providers() throws -> [String: ProviderStatus] {
    let lines = try musicbus("providers", "--json").lines
    let list = try lines.map { try JSONDecoder().decode(ProviderStatus.self, from: Data($0.utf8)) }
    return Dictionary(list.map { ($0.id.rawValue, $0) }) { first, _ in first }
  }

  /// Waits until the status of the provider meets the condition.
  func awaitProvider(
    _ id: String,
    within time: Duration = .seconds(40),
    _ condition: (ProviderStatus) -> Bool
  ) throws -> ProviderStatus {
    let deadline = Deadline.after(time)
    while !deadline.isExpired {
      if let status = try providers()[id], condition(status) { return status }
    }
    throw TimedOut(
      description: "timed out waiting for \(id), which is \(try providers()[id]?.state as Any)"
    )
  }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Waits until the log contains the text.
  func awaitLog(_ text: String, within time: Duration = .seconds(30)) throws {
    try awaitFile(logPath, "\"\(text)\" in the log", within: time) { $0.contains(text) }
  }

  /// Waits until a file meets the condition, and returns its text.
  @discardableResult
  func awaitFile(
    _ path: String,
    _ what: String,
    within time: Duration = .seconds(30),
    _ condition: (String) -> Bool
  ) throws -> String {
    let deadline = Deadline.after(time)
    while !deadline.isExpired {
      if let text = try? String(contentsOfFile: path, encoding: .utf8), condition(text) {
        return text
      }
    }
    throw TimedOut(description: "timed out waiting for \(what); the log contains:\n\(log)")
  }
}

/// A condition was not met before the deadline.
struct TimedOut: Error, CustomStringConvertible {
  let description: String
}

/// Whether a process runs and is not a zombie.
func isRunning(_ pid: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
    let end = text.lastIndex(of: ")")
  else { return false }
  return text[text.index(end, offsetBy: 2)...].first != "Z"
}
