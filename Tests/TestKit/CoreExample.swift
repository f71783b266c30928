import Foundation

/// The provider of level Core that `Protocol/provider.md` prints, in Python with pyzmq.
package enum CoreExample {
  /// Writes `shelf.py` and `provider.json` into a directory, which it creates.
  ///
  /// - Throws: if the document does not print them.
  package static func write(into directory: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try ExecutableText.write(code("python"), to: "\(directory)/shelf.py")
    try code("json").write(toFile: "\(directory)/provider.json", atomically: true, encoding: .utf8)
  }

  /// The first block of that language in the document.
  private static func code(_ language: String) throws -> String {
    let text = try PackageRoot.text("Protocol/provider.md")
    let blocks = text.split(separator: "```", omittingEmptySubsequences: false)
    guard let block = blocks.first(where: { $0.hasPrefix("\(language)\n") }) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return String(block.dropFirst(language.count + 1))
  }
}
