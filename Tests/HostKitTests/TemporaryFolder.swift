import Foundation

/// A folder for one test, which goes with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/hostkit-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }
}
