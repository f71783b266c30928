import Testing

@Suite("Documentation")
struct DocumentationTests {
  /// What outsiders program against.
  static let publicModules: Set = ["JSON", "MusicModel", "BusProtocol", "ProviderKit", "ZeroMQ"]

  @Test(
    "stands before every public type and function",
    arguments: SourceFile.all.filter { publicModules.contains($0.target) && !$0.isTest }
  )
  func documented(_ file: SourceFile) {
    for (index, line) in file.lines.enumerated() where isDeclaration(line) {
      var above = index - 1
      while above >= 0, file.lines[above].trimmed.hasPrefix("@") { above -= 1 }
      let isDocumented = above >= 0 && file.lines[above].trimmed.hasPrefix("///")
      #expect(isDocumented, "\(file.path):\(index + 1): \(line.trimmed)")
    }
  }

  /// Types and functions; what a protocol of the standard library asks for explains itself.
  private func isDeclaration(_ line: String) -> Bool {
    let text = line.trimmed
    let starts = [
      "struct", "enum", "protocol", "final class", "func", "static func", "mutating func",
    ]
    guard starts.contains(where: { text.hasPrefix("public \($0) ") }) else { return false }
    let selfExplaining = [
      "func encode(to", "func hash(into", "static func <", "static func ==",
      "static func read(_ cursor",
      "func write(_ writer", "static func members(", "func agrees(with", "func isPlausible(as",
    ]
    return !selfExplaining.contains { text.hasPrefix("public \($0)") }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Without leading spaces.
  var trimmed: Substring { drop { $0 == " " } }
}
