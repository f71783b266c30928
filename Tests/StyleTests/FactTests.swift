import Testing

@Suite("Facts that are defined once")
struct FactTests {
  /// The model, the hub and the provider side; clients and tools use what these define.
  private static let files = SourceFile.all.filter { file in
    ["Sources/Model/", "Sources/Hub/", "Sources/Provider/", "Sources/Host/"]
      .contains { file.path.hasPrefix($0) }
  }

  @Test("a method of the bus is named in at most three files")
  func methods() throws {
    let directory = "Sources/Model/BusProtocol/Methods/"
    let lines = SourceFile.all.filter { $0.path.hasPrefix(directory) }.flatMap(\.lexed)
    let names = lines.compactMap { line -> Substring? in
      let words = line.code.split(separator: " ")
      guard words.count > 3, words[1...2] == ["static", "let"], line.code.contains("= Method(")
      else { return nil }
      return words[3]
    }
    #expect(names.count >= 43)
    let files = names.map { name in
      Self.files.filter { $0.identifiers.contains(name) }.map { "\($0.path) names \(name)" }
    }
    let most = files.max { $0.count < $1.count } ?? []
    Ratchet(3, target: 3).check(most, "files that name one method")
  }

  @Test("a member that no code reads is named in its entity's file", arguments: ["sortName"])
  func members(_ name: Substring) {
    let found = Self.files.filter { $0.identifiers.contains(name) }.map(\.path)
    Ratchet(1, target: 1).check(found, "files that name \(name)")
  }

  @Test("JSON is read by one module")
  func json() {
    let found = SourceFile.all.filter { file in
      !file.isTest && file.lines.contains { $0.contains(#"UInt8(ascii: "{")"#) }
    }
    let modules = Set(found.map(\.target)).sorted()
    Ratchet(1, target: 1).check(modules, "modules that read JSON by hand")
  }

  @Test("files are opened and replaced by Storage, not by HubRuntime")
  func storage() {
    let words = ["FileDescriptor(", "replaceFile(", "Glibc.write(", "EntityIndexStore("]
    let found = SourceFile.all.filter { $0.target == "HubRuntime" }.flatMap { file in
      file.code.filter { line in words.contains { line.text.contains($0) } }
        .map { "\(file.path):\($0.number)" }
    }
    Ratchet(1, target: 1).check(found, "accesses to files in HubRuntime")
  }
}
