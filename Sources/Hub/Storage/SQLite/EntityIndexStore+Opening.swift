internal import HostKit
internal import HubCore

extension EntityIndexStore? {
  /// Opens the store unless it is open.
  ///
  /// - Returns: its notes, for the log.
  mutating func open(
    at path: String,
    name: String = "entity index"
  ) throws -> [StorageEvent] {
    guard case nil = self else { return [] }
    try HubPaths.makeDirectory(parentDirectory(of: path))
    let opened = try EntityIndexStore(at: path, name: name)
    self = opened
    return opened.notes.map { .log(.warning, $0) }
  }
}
