import Foundation
import TestKit
import Testing

/// A Swift file of the project, as the style tests read it.
struct SourceFile: CustomTestStringConvertible {
  /// The path in the package: `Sources/Hub/HubCore/Hub.swift`.
  let path: String
  let lines: [String]
  let lexed: [SourceLexer.Line]
  /// The identifiers in the code.
  let identifiers: Set<Substring>

  var testDescription: String { path }

  /// The directory of the target: `HubCore` for `Sources/Hub/HubCore/Hub.swift`.
  var target: String {
    let index = path.hasPrefix("Sources/") ? 2 : 1
    return path.split(separator: "/").dropFirst(index).first.map(String.init) ?? ""
  }
  var isTest: Bool { path.hasPrefix("Tests/") }

  static let all: [SourceFile] = ["Sources", "Plugins", "Tests"].flatMap(files)

  private static func files(below directory: String) -> [SourceFile] {
    let root = PackageRoot.url(directory)
    let paths = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = try? PackageRoot.text("\(directory)/\(path)") else { return nil }
      return SourceFile("\(directory)/\(path)", text)
    }
  }

  init(_ path: String, _ text: String) {
    self.path = path
    lexed = SourceLexer.lines(of: text)
    identifiers = Set(
      lexed.flatMap { line in
        line.code.utf8.split { !SourceFile.isIdentifier($0) }.map { Substring($0) }
      }
    )
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.lines = lines.last == "" ? lines.dropLast() : lines
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: byte > 127
    }
  }

  /// The modules that it imports.
  var imports: [String] {
    code.compactMap { _, line in
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else {
        return nil
      }
      let isImport = place == 0 || ["public", "package", "internal", "private"].contains(words[0])
      return isImport ? String(words[place + 1]) : nil
    }
  }

  /// Non-empty lines without comments and without the contents of string literals.
  var code: [(number: Int, text: String)] {
    lexed.filter { $0.code.contains { $0 != " " } }.map { ($0.number, $0.code) }
  }
}
