import Foundation
import TestKit
import Testing

extension WholeSystem {
  @Suite("A search for providers", .timeLimit(.minutes(10)))
  struct ProviderSearchTests {
    let sandbox: Sandbox
    private let index: String

    init() throws {
      sandbox = try Sandbox()
      index = "\(sandbox.home.path)/index.json"
      #expect(try run("config", "set", "providers.index", index).status == 0)
    }

    private func run(_ arguments: String...) throws -> RunResult {
      try sandbox.patiently(arguments)
    }

    @Test("lists thousands of providers page by page")
    func manyProviders() throws {
      let hash = String(repeating: "0", count: 64)
      let entries = (0..<20_000).map { number in
        #"{"id":"shop-\#(number)","name":"Shop","versions":"#
          + #"[{"version":"1.0","archive":"a.zip","sha256":"\#(hash)"}]}"#
      }
      let text =
        #"{"document":"musicbus-index","version":1,"serial":99,"providers":["#
        + entries.joined(separator: ",") + "]}"
      try text.write(toFile: index, atomically: true, encoding: .utf8)
      let first = try run("provider", "search", "--json")
      #expect(first.lines.count == 50, "\(first.errors)")
      #expect(first.errors.contains("50 of 20000; next: --offset 50"), "\(first.errors)")
      let last = try run(
        "provider",
        "search",
        "SHOP",
        "--limit",
        "7",
        "--offset",
        "19995",
        "--json"
      )
      #expect(last.lines.count == 5, "\(last)")
      #expect(last.errors.contains("19996 to 20000 of 20000"), "\(last.errors)")
      let after = try run("provider", "search", "--offset", "30000")
      #expect(after.errors.contains("No more results: there are 20000 results"), "\(after)")
    }

    @Test("counts only providers of which a version can run here")
    func unusableVersions() throws {
      func entry(_ id: String, _ version: String, _ more: String = "") -> String {
        let hash = String(repeating: "0", count: 64)
        return #"{"id":"\#(id)","name":"Shop","versions":"#
          + #"[{"version":"\#(version)","archive":"a.zip","sha256":"\#(hash)"\#(more)}]}"#
      }
      let entries = [
        entry("later", "3.1", #","lines":7"#), entry("draft", "2.0-rc.1"), entry("bad", "1.0"),
        entry("one", "4.2"), entry("two", "0.9"),
      ]
      let text =
        #"{"document":"musicbus-index","version":1,"serial":41,"revoked":"#
        + #"[{"id":"bad","version":"1.0","reason":"It hangs."}],"providers":["#
        + entries.joined(separator: ",") + "]}"
      try text.write(toFile: index, atomically: true, encoding: .utf8)
      let first = try run("provider", "search", "shop", "--limit", "1", "--plain")
      #expect(first.output.contains("one\t4.2") && first.lines.count < 3, "\(first)")
      #expect(first.errors.contains("1 of 2; next: --offset 1"), "\(first)")
      #expect(try run("provider", "search", "later").errors.contains("No index lists such"))
    }
  }
}
