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

  /// Closes the store after an error, so that the next attempt opens it again. A corrupt file is moved
  /// aside.
  ///
  /// - Returns: a note about that, for the log.
  mutating func close(
    after error: any Error,
    at path: String,
    name: String = "entity index"
  ) -> [StorageEvent] {
    self = nil
    guard let error = error as? DatabaseError, error.isDamage,
      let aside = try? moveDatabaseAside(path)
    else { return [] }
    return [.log(.warning, "The \(name) \(path) is corrupt; moved it to \(aside).")]
  }
}
