import Foundation
import HostKit
import TestKit
import Testing

@Suite(
  "musicbus provider",
  .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
  .timeLimit(.minutes(10))
)
struct ProviderCommandTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  /// Runs the command in the test's directory.
  private func provider(_ arguments: String...) throws -> RunResult {
    var launch = Launch(
      Executables.path("musicbus"),
      ["provider"] + arguments,
      environment: Environment.ofTests.merging(["MUSICBUS_HOME": directory.path]) { $1 }
    )
    launch.workingDirectory = directory.path
    return try RunResult.of(launch, within: .seconds(90))
  }

  @Test("creates a provider that passes its test, replies and is certified")
  func whole() async throws {
    let new = try provider("new", "my-shop")
    #expect(new.status == 0, "\(new)")
    #expect(new.output.contains("musicbus provider try"))
    var test = Launch(Program.python.path, ["-m", "unittest"], environment: .ofTests)
    test.workingDirectory = "\(directory.path)/my-shop"
    let tested = try RunResult.of(test, within: .seconds(30))
    #expect(tested.status == 0, "\(tested)")

    let source = "MUSICBUS_MY_SHOP_URL=\(try await SharedUpstream.shared.url())"
    let tried = try provider(
      "try",
      "my-shop",
      "artists.search",
      "Pink Floyd",
      "limit=1",
      "--upstream-var",
      source
    )
    #expect(tried.status == 0, "\(tried)")
    #expect(tried.lines.count == 1)
    #expect(tried.output.contains("\"name\":\"Pink Floyd\""))
    #expect(tried.errors.contains("requests: itunes.apple.com 1"))

    let certified = try await Turns.shared.take { [directory] in
      try await Ended.of(
        "musicbus",
        [
          "provider", "certify", "\(directory.path)/my-shop", "--fast", "--upstream-var", source,
          "--timeout-factor", "5", "--json",
        ]
      )
    }
    #expect(certified.status == 0, "\(certified.output)")
    #expect(certified.output.contains(#""check":"lifecycle.manifest","#))
    #expect(!certified.output.contains(#""result":"failed""#))
  }

  @Test("does not overwrite files")
  func existing() throws {
    #expect(try provider("new", "shelf").status == 0)
    let again = try provider("new", "shelf")
    #expect(again.status == 1)
    #expect(again.errors.contains("shelf already exists"))
  }

  @Test("creates a Swift package that uses the given checkout")
  func swift() throws {
    let root = PackageRoot.path("")
    let new = try provider("new", "my-shop", "--language", "swift", "--package", root)
    #expect(new.status == 0, "\(new)")
    let package = try String(
      contentsOfFile: "\(directory.path)/my-shop/Package.swift",
      encoding: .utf8
    )
    #expect(package.contains("?? \"\(root)\""))
    let nowhere = try provider("new", "other", "--language", "swift", "--package", directory.path)
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("is not a MusicBus checkout"))
  }

  @Test(
    "rejects an invalid command line",
    arguments: [
      ["new", "My Shop"], ["new"], ["new", "shop", "--language", "cobol"], ["try", "shelf"],
      ["certify"], ["sell"], ["new", "index"], ["new", "library"],
    ]
  )
  func invalid(_ arguments: [String]) throws {
    let result = try RunResult.of(
      "musicbus",
      ["provider"] + arguments,
      environment: ["MUSICBUS_HOME": directory.path]
    )
    #expect(result.status == 64, "\(result)")
  }

  @Test("reports a certification that could not run with status 2, like the tool")
  func missing() throws {
    let result = try provider("certify", "nowhere.json")
    #expect(result.status == 2)
    #expect(result.errors == "musicbus: Could not find nowhere.json.\n")
  }

  @Test("reports mistakes under the name of the command that was run")
  func names() throws {
    let missing = try provider("try", "/nonexistent", "artists.search", "x")
    #expect(missing.status == 1)
    #expect(missing.errors == "musicbus: \"/nonexistent\" is not an executable file.\n")
    let limit = try provider("try", "/bin/true", "artists.search", "x", "limit=y")
    #expect(limit.status == 64, "\(limit)")
    #expect(limit.errors.hasPrefix("musicbus: "))
    #expect(limit.errors.hasSuffix("Try \"musicbus provider try --help\".\n"), "\(limit)")
    let suite = try provider("certify", "/bin/true", "--suite", "nosuch")
    #expect(suite.status == 64, "\(suite)")
    #expect(suite.errors.hasPrefix("musicbus: Invalid --suite \"nosuch\"; expected one of "))
    #expect(suite.errors.hasSuffix("Try \"musicbus provider certify --help\".\n"))
  }
}
