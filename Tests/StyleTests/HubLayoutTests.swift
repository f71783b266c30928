import Testing

@Suite("The layout of the hub")
struct HubLayoutTests {
  private static let core = SourceFile.all.filter { $0.path.hasPrefix("Sources/Hub/HubCore/") }
  private static let root: Set = ["Hub.swift", "Hub+Calls.swift", "Hub+Routing.swift"]

  /// The directories of HubCore, and the directories whose types they may name. Interface holds the
  /// values that machines exchange, and names the records that they carry.
  private static let mayName: [String: Set<String>] = [
    "Sessions": ["Interface"],
    "Supervision": ["Interface"],
    "Library": ["Interface"],
    "Releases": ["Interface"],
    "ProviderCalls": ["Interface", "Library", "Releases"],
    "ClientCalls": ["Interface", "EntityIndex", "Library", "Releases", "Supervision"],
    "EntityIndex": ["Interface"],
    "ReplyCaches": ["Interface"],
    "Favorites": ["Interface", "EntityIndex", "Releases"],
    "PendingReplies": ["Interface"],
    "Watching": ["Interface"],
    "Interface": [
      "Sessions", "Supervision", "ProviderCalls", "ClientCalls", "EntityIndex", "ReplyCaches",
      "Favorites", "Library", "PendingReplies", "Releases",
      "Watching",
    ],
  ]

  @Test("has three files at its root")
  func rootFiles() {
    let names = Self.core.filter { $0.directory.isEmpty }.map(\.name)
    let others = names.filter { !Self.root.contains($0) }
    Ratchet(0).check(others, "other files at the root of HubCore")
  }

  @Test("lets a directory name only types of directories that it may know")
  func directories() {
    let found = Self.references(in: Self.core, Self.mayName)
    Ratchet(3).check(found, "references between directories of HubCore")
  }

  @Test("extends Hub only in files of its root")
  func machines() {
    let files = Self.core.filter { file in
      let isOfRoot = file.directory.isEmpty && Self.root.contains(file.name)
      return !isOfRoot && file.lexed.contains { $0.code.hasPrefix("extension Hub {") }
    }
    Ratchet(0).check(files.map(\.path), "other files that extend Hub")
  }

  @Test("finds references that are not allowed")
  func findsReferences() {
    let files = [
      SourceFile("Sources/Hub/HubCore/A/X.swift", "struct X {\n  let y: Y\n  let hub: Hub\n}"),
      SourceFile("Sources/Hub/HubCore/B/Y.swift", "struct Y {\n  // X\n}"),
      SourceFile("Sources/Hub/HubCore/Hub.swift", "struct Hub {\n  let x: X\n}"),
    ]
    #expect(
      Self.references(in: files, ["A": ["C"], "B": []])
        == ["A/X.swift names Hub of the root", "A/X.swift names Y of B"]
    )
    #expect(
      Self.references(in: files, ["A": ["B"], "B": []]) == ["A/X.swift names Hub of the root"]
    )
  }

  private static func references(
    in files: [SourceFile],
    _ mayName: [String: Set<String>]
  ) -> [String] {
    var owners: [Substring: String] = [:]
    for file in files {
      for type in file.declaredTypes { owners[Substring(type)] = file.directory }
    }
    return files.filter { !$0.directory.isEmpty }.flatMap { file in
      file.identifiers.sorted().compactMap { name in
        guard let owner = owners[name], owner != file.directory,
          mayName[file.directory]?.contains(owner) != true
        else { return nil }
        let place = owner.isEmpty ? "the root" : owner
        return "\(file.directory)/\(file.name) names \(name) of \(place)"
      }
    }
  }
}
