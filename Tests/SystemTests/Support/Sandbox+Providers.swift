import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit

extension Sandbox {
  var paths: HubPaths {
    get throws { try HubPaths(environment: environment) }
  }

  /// A terminal whose commands use this sandbox.
  func terminal(_ columns: Int, rows: Int = 200) -> PseudoTerminal {
    PseudoTerminal(columns: columns, rows: rows, environment: environment)
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
    try addManifest(id, executable: Executables.path("StubProvider"), [id])
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
    let list = try lines.map { try JSONCodec.decode(ProviderStatus.self, from: Array($0.utf8)) }
    return Dictionary(list.map { ($0.id.rawValue, $0) }) { first, _ in first }
  }

  /// The current status of the providers that have the settings that they need.
  func configuredProviders() throws -> [ProviderStatus] {
    try providers().values.filter { $0.state != .unconfigured }
  }

  /// Waits until the status of the provider meets the condition.
  @discardableResult
  func awaitProvider(
    _ id: String,
    _ isMet: (ProviderStatus) -> Bool
  ) throws -> ProviderStatus {
    let watch = try HubWatch(self)
    try watch.wait(for: id) { $0.providers[id].map(isMet) ?? false }
    guard let status = watch.providers[id] else { throw TimedOut(description: id) }
    return status
  }

  /// Waits until the hub does not know the provider.
  func awaitRemoval(of id: String) throws {
    try HubWatch(self).wait(for: "the removal of \(id)") { $0.providers[id] == nil }
  }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Waits until the log contains the text.
  func awaitLog(_ text: String) throws {
    try awaitFile(logPath, "\"\(text)\" in the log") { $0.contains(text) }
  }

  /// Waits until a file exists and meets the condition, and returns its text.
  @discardableResult
  func awaitFile(
    _ path: String,
    _ what: String,
    _ isMet: (String) -> Bool
  ) throws -> String {
    var text = ""
    try awaitCondition("\(what); the log contains:\n\(log)") {
      guard let found = FileManager.default.contents(atPath: path) else { return false }
      text = String(decoding: found, as: UTF8.self)
      return isMet(text)
    }
    return text
  }
}
