import Testing

@Suite("Effects")
struct EffectTests {
  private static func file(_ path: String) throws -> SourceFile {
    try #require(SourceFile.all.first { $0.path == "Sources/Hub/HubCore/\(path)" })
  }

  @Test("have at most 40 cases")
  func cases() throws {
    let count = try Self.file("Interface/Effect.swift").lexed.count {
      $0.code.hasPrefix("  case ")
    }
    #expect((1...40).contains(count), "\(count) cases")
  }

  @Test("are each delivered by at most three lines")
  func delivery() throws {
    let hub = SourceFile.all.filter { $0.path.hasPrefix("Sources/Hub/HubCore/Hub") }
    let cases = hub.flatMap { Self.caseLengths(in: $0, function: "performEffects") }
    #expect(!cases.isEmpty)
    for (name, length) in cases { #expect(length <= 3, "\(name): \(length) lines") }
  }

  @Test("are measured without the line of the case")
  func findsLengths() {
    let text = """
      func performEffects() {
        switch effect {
        case .one: a()
        case .two(let x):
          // A comment.
          a()
          b()
        }
      }
      func other() {
        switch x {
        case .three:
          a()
        }
      }
      """
    let lengths = Self.caseLengths(in: SourceFile("Hub.swift", text), function: "performEffects")
    #expect(lengths.map(\.name) == [".one", ".two"])
    #expect(lengths.map(\.length) == [1, 2])
  }

  /// The number of lines in each case of a function's switch.
  private static func caseLengths(
    in file: SourceFile,
    function: String
  ) -> [(name: String, length: Int)] {
    let code = file.code.map(\.text)
    guard let start = code.firstIndex(where: { $0.contains("func \(function)(") }) else {
      return []
    }
    let indent = code[start].prefix { $0 == " " }
    let end = code[start...].firstIndex(of: indent + "}") ?? code.endIndex
    var cases: [(name: String, length: Int)] = []
    for line in code[start..<end].map(\.trimmed) {
      if line.hasPrefix("case ") {
        let name = line.dropFirst(5).prefix { $0 != "(" && $0 != ":" && $0 != "," }
        cases.append((String(name), line.hasSuffix(":") ? 0 : 1))
      } else if line != "}", !cases.isEmpty {
        cases[cases.count - 1].length += 1
      }
    }
    return cases
  }
}
