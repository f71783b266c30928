import Foundation
import HostKit
import TestKit
import Testing

@Suite("musicbus-certify", .timeLimit(.minutes(10)))
struct CertifyToolTests {
  private func certify(_ arguments: String...) async throws -> Ended {
    try await Ended.of("musicbus-certify", arguments)
  }

  @Test(
    "rejects an invalid command line with status 2 and a message",
    arguments: [
      ["--speed"], [], ["--"], ["--suite", "dance", "--", "/bin/true"], ["--", "/no/such/program"],
      ["--upstream-var", "URL=https://itunes.apple.com", "--", "/bin/true"],
      ["--timeout-factor", "0"],
      ["--config", "[]", "--", "/bin/true"], ["--manifest", "/no/such/manifest"], ["--junit"],
      ["--manifest", "Plugins", "--", "/bin/true"],
    ]
  )
  func invalid(_ arguments: [String]) async throws {
    let ended = try await Ended.of("musicbus-certify", arguments)
    #expect(ended.status == 2)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.hasPrefix("musicbus-certify: "))
  }

  @Test("prints help, version and checks")
  func help() async throws {
    #expect(try await certify("--help").output.contains("  musicbus-certify [OPTION]… [WORD…]"))
    #expect(try await certify("--version").output.hasPrefix("musicbus-certify 1"))
    let list = try await certify("--list").output
    #expect(list.contains("lifecycle.lease"))
    #expect(list.contains("MB-181"))
  }

  @Test("fails a program that is not a provider, and quotes its last output")
  func notAProvider() async throws {
    let ended = try await certify(
      "--fast",
      "--",
      "/bin/sh",
      "-c",
      "echo >&2 what do you want; exit 3"
    )
    #expect(ended.status == 1)
    #expect(ended.output.contains("FAILED  lifecycle.hello"))
    #expect(ended.output.contains("exit status 3"))
    #expect(ended.output.contains("what do you want"))
    #expect(ended.output.contains("Not certified."))
  }

  @Test("shows its progress on a terminal only")
  func progress() async throws {
    let shown = try PseudoTerminal(columns: 80, environment: .ofTests.allowing(["PATH"])).run(
      "musicbus-certify --fast --suite lifecycle -- /bin/false"
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

  @Test("makes single calls", .enabled(if: Program.pythonHas("zmq")))
  func call() async throws {
    let directory = try TestDirectory()
    try CoreExample.write(into: directory.path)
    let manifest = directory.path
    let found = try await certify(
      "--manifest",
      manifest,
      "--call",
      "artists.search",
      "nina",
      "limit=1"
    )
    #expect(found.status == 0, "\(found.errors)")
    #expect(
      found.output == #"{"id":"shelf:artist:nina","kind":"artist","name":"Nina Simone"}"# + "\n"
    )
    #expect(found.errors.contains("1 item"))
    let refused = try await certify("--manifest", manifest, "--call", "charts.list")
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("METHOD_UNKNOWN"))
    let wrong = try await certify("--manifest", manifest, "--call", "artists.search", "limit=many")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("limit"))
    let silent = try await certify("--call", "artists.search", "nina", "--", "/bin/true")
    #expect(silent.status == 2)
  }

  @Test("removes its directory and processes when it is interrupted")
  func interrupted() async throws {
    let directory = try TestDirectory()
    let process = Process()
    process.executableURL = URL(filePath: Executables.path("musicbus-certify"))
    process.arguments = ["--", "/bin/sleep", "73"]
    process.environment = ["TMPDIR": directory.path, "PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    try await awaitAsyncCondition("the files of the certifier") {
      try !contents(directory).isEmpty
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try contents(directory).isEmpty)
  }

  private func contents(_ directory: TestDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
  }
}
