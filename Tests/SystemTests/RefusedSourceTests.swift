import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "A source that cannot be installed",
    .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
    .timeLimit(.minutes(10))
  )
  struct RefusedSourceTests {
    private let home: TestDirectory
    private let environment: Environment

    init() throws {
      home = try TestDirectory()
      var environment = Environment.ofTests.allowing(["PATH", "LANG"])
      environment["MUSICBUS_HOME"] = "\(home.path)/home"
      environment["MUSICBUS_NO_AUTOSTART"] = "1"
      self.environment = environment
    }

    private func add(_ source: String, path: String? = nil) throws -> RunResult {
      var environment = environment
      if let path { environment["PATH"] = path }
      return try RunResult.of(
        "musicbus",
        ["provider", "add", source, "--yes"],
        environment: environment
      )
    }

    private var remains: [String] {
      let path = "\(home.path)/home/data/installed"
      return (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    }

    @Test("is refused if its archive is hostile, and nothing of it remains")
    func hostile() throws {
      let package = try ProviderPackage(in: home.path)
      try FileManager.default.createSymbolicLink(
        atPath: "\(package.path)/l",
        withDestinationPath: "/etc/passwd"
      )
      let refused = try add(try package.pack("shelf.tar.gz"))
      #expect(refused.status == 1)
      let reason = "contains the link \"l\", which leads outside. Nothing was installed."
      #expect(refused.errors.contains(reason), "\(refused)")
      #expect(remains == [])
    }

    @Test(
      "is named in the error if it does not exist or is of no known kind",
      arguments: [
        ("nowhere", "\"nowhere\" does not exist. It is not a path, and no index is set."),
        ("none.tar.gz", "\"none.tar.gz\" does not exist."),
        ("http://example.org/a", "\"http://example.org/a\" has no https URL."),
        ("ftp://example.org/a.zip", "\"ftp://example.org/a.zip\" has no https URL."),
        ("file:///tmp/a.zip", "Archives come by https, or as a file."),
        ("https://example.org/a@-x", "\"-x\" cannot be a branch, tag, commit or version."),
        ("ext::sh -c true", "transport 'ext' not allowed"),
      ]
    )
    func unknown(_ source: String, _ reason: String) throws {
      let refused = try add(source)
      #expect(refused.status == 1)
      #expect(refused.errors.lowercased().contains(reason.lowercased()), "\(refused)")
    }

    @Test("is not fetched from a repository without the branch, nor without the needed programs")
    func missing() throws {
      let package = try ProviderPackage(in: home.path)
      try package.commit()
      let branch = try add("\(package.path)@nope")
      #expect(branch.errors.contains("has no branch or tag \"nope\"."), "\(branch)")
      let unpacked = try add(try package.pack("shelf.tar.gz"), path: "/nowhere")
      #expect(unpacked.errors.contains("Install the package"), "\(unpacked)")
      let fetched = try add("\(package.path)@main", path: "/nowhere")
      #expect(
        fetched.errors.contains("the program git is missing. Install the package git."),
        "\(fetched)"
      )
      #expect(remains == [])
    }
  }
}
