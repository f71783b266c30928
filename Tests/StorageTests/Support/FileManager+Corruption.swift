import Foundation

extension FileManager {
  /// Overwrites all of a database but its first page.
  func overwritePagesAfterFirst(of path: String) throws {
    let url = URL(filePath: path)
    var bytes = try Data(contentsOf: url)
    let pageBytes = 4_096
    guard bytes.count > 2 * pageBytes else { throw CocoaError(.fileReadTooLarge) }
    bytes.replaceSubrange(
      pageBytes...,
      with: repeatElement(UInt8(ascii: "x"), count: bytes.count - pageBytes)
    )
    try bytes.write(to: url)
  }
}
