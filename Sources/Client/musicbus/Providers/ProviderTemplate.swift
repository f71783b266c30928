import FoundationEssentials
import HostKit

/// The files of a new provider, under its own name.
struct ProviderTemplate {
  /// The programming languages.
  enum Language: String, Hashable, Sendable, CaseIterable {
    case python, swift
  }

  struct File {
    let path: String
    let text: String
    var isExecutable = false
    /// Whether it does not have the provider's name.
    var isShared = false

    init(path: String, text: String) {
      self.path = path
      self.text = text
    }

    /// A file that is embedded in the program.
    init(path: String, bytes: [UInt8], isExecutable: Bool = false, isShared: Bool = false) {
      self.init(path: path, text: String(decoding: bytes, as: UTF8.self))
      (self.isExecutable, self.isShared) = (isExecutable, isShared)
    }

    /// The file with another name instead of "example".
    func renamed(_ name: ProviderName) -> File {
      guard !isShared else { return self }
      var file = File(path: name.renaming(path), text: name.renaming(text))
      file.isExecutable = isExecutable
      return file
    }
  }

  let name: ProviderName
  let files: [File]
  let nextSteps: [String]

  /// Fills in the name and, for Swift, the MusicBus checkout.
  init(_ name: ProviderName, _ language: Language, package: String) {
    self.name = name
    let isSwift = language == .swift
    let plain = isSwift ? SwiftTemplate.files(package: package) : PythonTemplate.files
    files = plain.map { $0.renamed(name) }
    let build = isSwift ? "swift build && swift test" : "python3 -m unittest"
    nextSteps = [
      "Created \(name.id). Next steps:",
      "  cd \(name.id)",
      "  \(build)",
      "  musicbus provider try . artists.search \"Pink Floyd\"",
      "  musicbus provider certify . --fast",
      "See README.md for details.",
    ]
  }

  /// Writes the files into a new directory of that name.
  ///
  /// - Throws: ``CommandFailure`` if something of that name exists.
  func write() throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: name.id) else {
      throw CommandFailure("\(name.id) already exists.", "Choose another name or remove it.")
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
