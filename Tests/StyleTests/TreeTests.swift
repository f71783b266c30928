import Foundation
import TestKit
import Testing

@Suite("The tree")
struct TreeTests {
  @Test("has nothing at the top but what the layout names")
  func top() throws {
    let names = try PackageRoot.names(in: "")
    let allowed: Set = [
      "CHANGELOG.md", "CONTRIBUTING.md", "Package.swift", "Packaging", "Plugins", "Protocol",
      "README.md", "Sources", "Tests", "docs",
    ]
    #expect(Set(names).subtracting(allowed).isEmpty)
  }

  @Test("has a README, a manifest and a row in Plugins/README.md for each provider")
  func plugins() throws {
    let table = try PackageRoot.text("Plugins/README.md")
    let own = try PackageRoot.names(in: "Plugins").filter { $0 != "Examples" && $0 != "README.md" }
    let examples = try PackageRoot.names(in: "Plugins/Examples").map { "Examples/\($0)" }
    // Shared by two providers, and none itself.
    let providers = (own + examples).filter { $0 != "ITunesSupport" }
    #expect(providers.count >= 8)
    for name in providers {
      let names = try PackageRoot.names(in: "Plugins/\(name)")
      #expect(names.contains("README.md"), "\(name) has no README.md")
      #expect(names.contains("provider.json"), "\(name) has no provider.json")
      #expect(table.contains("(\(name)/README.md)"), "Plugins/README.md does not list \(name)")
    }
  }

  @Test("names no folder of one machine")
  func machine() {
    let words = ["/wo" + "rk/", "/ho" + "me/", "/ro" + "ot/"]
    for file in SourceFile.all where !file.isTest {
      for (index, line) in file.lines.enumerated() {
        for word in words where line.contains(word) && !line.contains("/home/ann") {
          Issue.record("\(file.path):\(index + 1) names \(word)")
        }
      }
    }
  }

  @Test(
    "says in each module's first words what it is for",
    arguments: [
      "BusProtocol", "EntityResolution", "Certification", "ClientKit", "CommandKit", "Curl",
      "HostKit",
      "HTTPServer",
      "HubCore",
      "HubRuntime", "JSON",
      "MusicModel", "ProviderKit", "ZeroMQ",
    ]
  )
  func purposes(_ module: String) {
    let files = SourceFile.all.filter { $0.path.hasPrefix("Sources/") && $0.target == module }
    let marker = "/// \(module): "
    #expect(files.contains { $0.lines.contains { $0.hasPrefix(marker) } })
  }
}
