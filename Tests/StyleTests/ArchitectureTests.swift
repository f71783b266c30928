import TestKit
import Testing

@Suite("The architecture document")
struct ArchitectureTests {
  private let text: String

  init() throws { text = try PackageRoot.text("docs/architecture.md") }

  /// Names such as `Hub.begin` and `Effect.submit(query, waiter)`.
  private var names: Set<String> {
    let quoted = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    return Set(
      quoted.compactMap {
        $0.prefixMatch(of: /[A-Z][A-Za-z]+\.[a-z][A-Za-z]+/).map { String($0.0) }
      }
    )
  }

  @Test("names only functions and effects that exist")
  func functions() {
    #expect(names.count > 20)
    for name in names.sorted() {
      let parts = name.split(separator: ".")
      #expect(Self.contains(String(parts[0]), String(parts[1])), "\(name) does not exist")
    }
  }

  @Test("names only modules that exist, and all of them")
  func modules() throws {
    var modules: Set<String> = []
    for layer in ["Model", "Hub", "Provider", "Client", "Host"] {
      let names = try PackageRoot.names(in: "Sources/\(layer)")
      modules.formUnion(names.filter { $0.first?.isUppercase == true && $0.count > 1 })
    }
    let missing = modules.filter { !text.contains("| `\($0)` |") }
    #expect(missing.sorted() == [], "are not in the table of modules")
  }

  /// Whether a file that declares or extends the type has a function, case or property of that name.
  private static func contains(_ type: String, _ name: String) -> Bool {
    let declarations = ["struct \(type)", "enum \(type)", "class \(type)", "extension \(type)"]
    let members = ["func \(name)(", "func \(name)<", "case \(name)", "var \(name)", "let \(name)"]
    return SourceFile.all.contains { file in
      !file.isTest && file.identifiers.contains(type[...]) && file.identifiers.contains(name[...])
        && file.lines.contains { line in declarations.contains { line.contains($0) } }
        && file.lines.contains { line in members.contains { line.contains($0) } }
    }
  }
}
