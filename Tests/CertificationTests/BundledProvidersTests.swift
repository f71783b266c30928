import Foundation
import TestKit
import Testing

/// Every provider of this repository keeps the protocol at the level that it claims.
@Suite("The providers", .timeLimit(.minutes(5)))
struct BundledProvidersTests {
  struct Claim: Sendable, CustomTestStringConvertible {
    let command: [String]
    var upstream: String?
    /// Checks that cannot be done with it, and why is told by the tool.
    let level: String

    var testDescription: String { command.last?.split(separator: "/").last.map(String.init) ?? "" }
  }

  static let swift = [
    Claim(command: ["musicbus-provider-audiodb"], upstream: "MUSICBUS_AUDIODB_URL", level: "full"),
    Claim(
      command: ["musicbus-provider-itunes-search"],
      upstream: "MUSICBUS_ITUNES_URL",
      level: "full"
    ),
    Claim(command: ["musicbus-provider-itunes-rss"], upstream: "MUSICBUS_RSS_URL", level: "full"),
    Claim(command: ["Example"], upstream: "MUSICBUS_EXAMPLE_URL", level: "full"),
  ]

  static let python = [
    Claim(command: ["Plugins/Examples/PythonCore/shelf.py"], level: "core"),
    Claim(
      command: ["Plugins/Examples/PythonFull/store.py"],
      upstream: "MUSICBUS_ITUNES_URL",
      level: "full"
    ),
    Claim(
      command: ["Plugins/Template/example.py"],
      upstream: "MUSICBUS_EXAMPLE_URL",
      level: "core"
    ),
  ]

  @Test("in Swift are certified", arguments: swift)
  func inSwift(_ claim: Claim) async throws {
    try await expectCertified([Executables.path(claim.command[0])], claim)
  }

  @Test(
    "in Python are certified",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    arguments: python
  )
  func inPython(_ claim: Claim) async throws {
    let path = PackageRoot.path(claim.command[0])
    try await expectCertified([Program.python.path, path], claim)
  }

  @Test("in C is certified", .enabled(if: CExample.canBeBuilt, "needs make, cc and libjansson-dev"))
  func inC() async throws {
    let folder = try TemporaryFolder()
    try CExample.build(into: folder.path)
    try await expectCertified(
      ["\(folder.path)/crate"],
      Claim(command: ["crate"], level: "core")
    )
  }

  @Test("in Perl is certified", .enabled(if: Program.perlHas("ZMQ::FFI"), "needs libzmq-ffi-perl"))
  func inPerl() async throws {
    let path = PackageRoot.path("Plugins/Examples/Perl/shanty.pl")
    let claim = Claim(command: ["shanty.pl"], level: "core")
    try await expectCertified([Program.perl.path, path], claim)
  }

  private func expectCertified(_ command: [String], _ claim: Claim) async throws {
    let run = try await CertifyRun.of(command, upstream: claim.upstream)
    #expect(run.failed.isEmpty, "\(run.account)")
    #expect(run.status == 0)
    let skipped = run.checks.filter { $0.result == "skipped" }
    let need = "A Core provider need not."
    #expect(skipped.contains { $0.reason == need } == (claim.level == "core"))
    // With a source at hand nothing that needs one is left out.
    if claim.upstream != nil {
      #expect(!skipped.contains { $0.reason?.contains("--upstream-var") == true }, "\(skipped)")
    }
  }

  @Test("the example of the lower level is the one that the protocol prints")
  func printed() throws {
    let text = try PackageRoot.text("Protocol/README.md")
    #expect(text.contains(try PackageRoot.text("Plugins/Examples/PythonCore/shelf.py")))
    #expect(text.contains(try PackageRoot.text("Plugins/Examples/PythonCore/provider.json")))
  }

  @Test(
    "the examples are as short as they are said to be",
    arguments: [
      ("Plugins/Examples/PythonFull/store.py", 120), ("Plugins/Template/Example.swift", 60),
    ]
  )
  func length(_ path: String, _ lines: Int) throws {
    #expect(
      try PackageRoot.text(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
        <= lines
    )
  }
}
