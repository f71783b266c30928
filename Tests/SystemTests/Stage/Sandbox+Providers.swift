import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit

extension Sandbox {
  var places: HubPaths {
    get throws { try HubPaths(environment: environment) }
  }

  /// Puts a provider into the user's folder that is a script of the shell; `$HOLD` is a folder that it
  /// may write to.
  func addProvider(_ id: String, script: String) throws {
    let directory = "\(home.path)/providers/\(id)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let text = "#!/bin/sh\nHOLD='\(home.path)'\n\(script)\n"
    try ExecutableText.write(text, to: "\(directory)/run")
    try addManifest(id, executable: "./run")
  }

  /// Puts a provider there that serves albums, does it at once and needs no source.
  func addModelProvider(_ id: String) throws {
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

  /// The providers as the hub tells them now.
  func providers() throws -> [String: ProviderStatus] {
    let lines = try musicbus("providers", "--json").lines
    let list = try lines.map { try JSONDecoder().decode(ProviderStatus.self, from: Data($0.utf8)) }
    return Dictionary(list.map { ($0.id.rawValue, $0) }) { first, _ in first }
  }

  /// Asks until the provider is as wanted.
  func awaitProvider(
    _ id: String,
    within time: Duration = .seconds(40),
    _ isAsWanted: (ProviderStatus) -> Bool
  ) throws -> ProviderStatus {
    let deadline = Deadline.after(time)
    while !deadline.isExpired {
      if let status = try providers()[id], isAsWanted(status) { return status }
    }
    throw NotInTime(
      description: "waiting for \(id), which is \(try providers()[id]?.state as Any)"
    )
  }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Waits until the log says something.
  func awaitLog(_ text: String, within time: Duration = .seconds(30)) throws {
    try awaitFile(logPath, "the log to say \"\(text)\"", within: time) { $0.contains(text) }
  }

  /// Waits until a file is as wanted, and gives it.
  @discardableResult
  func awaitFile(
    _ path: String,
    _ what: String,
    within time: Duration = .seconds(30),
    _ isAsWanted: (String) -> Bool
  ) throws -> String {
    let deadline = Deadline.after(time)
    while !deadline.isExpired {
      if let text = try? String(contentsOfFile: path, encoding: .utf8), isAsWanted(text) {
        return text
      }
    }
    throw NotInTime(description: "waiting for \(what); the log says:\n\(log)")
  }
}

/// Something that a test waited for has not happened.
struct NotInTime: Error, CustomStringConvertible {
  let description: String
}

/// Whether a process runs and is more than a dead one that nobody has taken.
func isRunning(_ pid: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
    let end = text.lastIndex(of: ")")
  else { return false }
  return text[text.index(end, offsetBy: 2)...].first != "Z"
}
