import FoundationEssentials
import HostKit

/// A provider to begin with: what it consists of, under its own name.
struct ProviderTemplate {
  /// What it is written in.
  enum Language: String, Hashable, Sendable, CaseIterable {
    case swift, python
  }

  struct File {
    let path: String
    let text: String
    var isExecutable = false
  }

  let name: ProviderName
  let files: [File]
  let nextSteps: [String]

  /// Fills in the name, and in Swift the checkout of MusicBus that it builds on.
  init(_ name: ProviderName, _ language: Language, package: String) {
    self.name = name
    let isSwift = language == .swift
    let plain = isSwift ? SwiftTemplate.files(package: package) : PythonTemplate.files
    files = plain.map { file in
      File(
        path: name.renaming(file.path),
        text: name.renaming(file.text),
        isExecutable: file.isExecutable
      )
    }
    let build = isSwift ? "swift build && swift test" : "python3 -m unittest"
    nextSteps = [
      "Wrote a provider into \(name.id). What to do next:",
      "  cd \(name.id)",
      "  \(build)",
      "  musicbus provider try . artists.search \"Pink Floyd\"",
      "  musicbus provider certify . --fast",
      "README.md tells the rest.",
    ]
  }

  /// Writes its files into a folder of its name here.
  ///
  /// - Throws: ``CommandFailure`` where something of that name is there already.
  func write() throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: name.id) else {
      throw CommandFailure("\(name.id) is there already.", "Choose another name, or move it away.")
    }
    for file in files {
      let path = "\(name.id)/\(file.path)"
      try manager.createDirectory(
        atPath: parentDirectory(of: path),
        withIntermediateDirectories: true
      )
      try Data(file.text.utf8).write(to: URL(filePath: path))
      if file.isExecutable {
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
    }
  }
}
