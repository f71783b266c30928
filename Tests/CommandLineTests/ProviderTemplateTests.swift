import Foundation
import TestKit
import Testing

@testable import musicbus

@Suite("The provider template")
struct ProviderTemplateTests {
  private func template(_ name: String, _ language: ProviderTemplate.Language) throws
    -> ProviderTemplate
  {
    ProviderTemplate(try #require(ProviderName(name)), language, package: "/opt/musicbus")
  }

  @Test(
    "is the one that is built and tested here",
    arguments: [
      ("Sources/Example/Example.swift", "Plugins/Template/Example.swift"),
      ("Tests/ExampleTests/ExampleTests.swift", "Tests/ExampleTests/ExampleTests.swift"),
      ("provider.json", "Plugins/Template/provider.json"),
    ]
  )
  func swift(_ written: String, _ ours: String) throws {
    let file = try #require(try template("example", .swift).files.first { $0.path == written })
    #expect(try file.text == PackageRoot.text(ours))
  }

  @Test("in Python is the one that is tested here", arguments: ["example.py", "test_example.py"])
  func python(_ name: String) throws {
    let file = try #require(try template("example", .python).files.first { $0.path == name })
    #expect(try file.text == PackageRoot.text("Plugins/Template/\(name)"))
    #expect(file.isExecutable)
  }

  @Test(
    "has a list of failing checks, and a workflow which certifies it",
    arguments: [
      (ProviderTemplate.Language.python, "certify.yml"), (.swift, "certify-swift.yml"),
    ]
  )
  func workflow(_ language: ProviderTemplate.Language, _ workflow: String) throws {
    let files = try template("my-source", language).files
    for (written, ours) in [
      ("provider.xfails", "provider.xfails"), (".github/workflows/certify.yml", workflow),
    ] {
      let file = try #require(files.first { $0.path == written })
      #expect(try file.text == PackageRoot.text("Plugins/Template/\(ours)"))
    }
  }

  @Test("in Swift finds MusicBus where a variable says, or where it was made")
  func checkout() throws {
    let package = try #require(
      try template("example", .swift).files.first { $0.path == "Package.swift" }
    )
    #expect(
      package.text.contains(#"Context.environment["MUSICBUS_CHECKOUT"] ?? "/opt/musicbus""#)
    )
  }

  @Test("in Python has the manifest that its program prints, and our package")
  func pythonManifest() throws {
    let printed = try Program(PackageRoot.path("Plugins/Template/example.py")).run(["--manifest"])
    #expect(PythonTemplate.manifest == printed.output, "\(printed.errors)")
    let package = try #require(PythonTemplate.files.first { $0.path == "musicbus.py" })
    #expect(try package.text == PackageRoot.text("Plugins/Python/musicbus.py"))
  }

  @Test("contains its own name everywhere", arguments: ProviderTemplate.Language.allCases)
  func names(_ language: ProviderTemplate.Language) throws {
    let template = try template("my-source", language)
    for file in template.files where !file.isShared {
      for word in ["example", "Example", "EXAMPLE"] {
        let isOfTutorial = file.text.contains("Plugins/Template") && word == "example"
        #expect(!file.text.contains(word) || isOfTutorial, "\(file.path) says \(word)")
        #expect(!file.path.contains(word))
      }
    }
    let all = template.files.map(\.text).joined()
    #expect(!all.contains("an my_source"), "an article does not fit another name than example")
    #expect(all.contains("\"my-source\""))
    #expect(all.contains("MUSICBUS_MY_SOURCE_URL"))
    #expect(all.contains(language == .swift ? "struct MySource: Provider" : "import my_source"))
    #expect(all.contains("/opt/musicbus") == (language == .swift))
  }

  @Test(
    "has names for ids, types, modules and variables",
    arguments: [
      ("shelf", "Shelf", "shelf", "SHELF"),
      ("my-source-2", "MySource2", "my_source_2", "MY_SOURCE_2"),
    ]
  )
  func forms(_ id: String, _ type: String, _ module: String, _ variable: String) throws {
    let name = try #require(ProviderName(id))
    #expect([name.type, name.module, name.variable] == [type, module, variable])
  }

  @Test(
    "rejects invalid names",
    arguments: [
      "", "Shelf", "2go", "-a", "a-", "a--b", "a_b", "a.b", "a/b", "ä",
      String(repeating: "a", count: 41),
    ]
  )
  func noNames(_ text: String) {
    #expect(ProviderName(text) == nil)
  }
}
