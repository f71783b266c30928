import Foundation
import HostKit
import TestKit
import Testing

@Suite("musicbus-certify", .timeLimit(.minutes(10)))
struct CertifyToolTests {
  private func certify(_ arguments: String...) async throws -> Ended {
    try await Ended.of("musicbus-certify", arguments)
  }

  @Test("prints help, version and checks")
  func help() async throws {
    #expect(try await certify("--help").output.contains("musicbus-certify [OPTION]… [WORD…]"))
    #expect(try await certify("--version").output.hasPrefix("musicbus-certify 1"))
    let list = try await certify("--list").output
    #expect(list.contains("lifecycle.lease"))
    #expect(list.contains("MB-181"))
  }

  @Test("shows its progress on a terminal only")
  func progress() async throws {
    let shown = try PseudoTerminal(columns: 80, environment: .ofTests.allowing(["PATH"])).run(
      "\(Executables.path("musicbus-certify")) --fast --suite lifecycle -- /bin/false"
    )
    #expect(shown.output.contains(" checks: lifecycle.hello"), "\(shown)")
    let plain = try await certify("--fast", "--suite", "lifecycle", "--", "/bin/false")
    #expect(!plain.errors.contains(" checks: "), "\(plain)")
  }

  @Test("also writes a JUnit report", .enabled(if: Program.pythonHas("zmq")))
  func junit() async throws {
    let directory = try TestDirectory()
    let file = "\(directory.path)/report.xml"
    try CoreExample.write(into: directory.path)
    let ended = try await certify(
      "--suite",
      "wire",
      "--junit",
      file,
      "--timeout-factor",
      "5",
      "--",
      Program.python.path,
      "\(directory.path)/shelf.py"
    )
    #expect(ended.status == 0, "\(ended.output)")
    #expect(ended.output.contains("shelf 1.0 (Core, one call at a time)"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<testsuite name=\"wire\""))
  }
}
