import Foundation
import TestKit
import Testing

/// A Swift file of the project, as the tidy tests read it.
struct SourceFile: CustomTestStringConvertible {
  /// The path in the package: `Sources/Hub/HubCore/Hub.swift`.
  let path: String
  let lines: [String]

  var testDescription: String { path }

  /// The directory of the target: `HubCore` for `Sources/Hub/HubCore/Hub.swift`.
  var target: String {
    let index = path.hasPrefix("Sources/") ? 2 : 1
    return path.split(separator: "/").dropFirst(index).first.map(String.init) ?? ""
  }
  var isTest: Bool { path.hasPrefix("Tests/") }

  static let all: [SourceFile] = ["Sources", "Plugins", "Tests"].flatMap(files)

  private static func files(below folder: String) -> [SourceFile] {
    let root = PackageRoot.url(folder)
    let paths = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = try? PackageRoot.text("\(folder)/\(path)") else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return SourceFile(path: "\(folder)/\(path)", lines: lines.dropLast())
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

  /// Lines without comments and without what stands in string literals.
  var code: [(number: Int, text: String)] {
    var isInText = false
    return lines.enumerated().compactMap { index, line in
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.components(separatedBy: "\"\"\"").count == 2 {
        isInText.toggle()
        return nil
      }
      guard !isInText, !trimmed.hasPrefix("//") else { return nil }
      let parts = line.components(separatedBy: "\"")
      let outside = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      let text = outside.joined(separator: "\"\"").components(separatedBy: " // ")[0]
      return (index + 1, text)
    }
  }
}
