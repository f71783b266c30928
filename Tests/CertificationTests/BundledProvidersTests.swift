import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

@Suite("The bundled providers", .timeLimit(.minutes(10)))
struct BundledProvidersTests {
  struct Claim: Sendable, CustomTestStringConvertible {
    let command: [String]
    var upstream: String?
    /// The variables of its other upstreams.
    var others: [String] = []
    var configuration: String?
    let level: String

    var testDescription: String { command.last?.split(separator: "/").last.map(String.init) ?? "" }
  }

  /// The music of the provider of files, which its samples find.
  private static let music: TestDirectory? = {
    guard let directory = try? TestDirectory() else { return nil }
    for number in 1...3 {
      let tags = [
        ("TITLE", "Silence \(number)"), ("ARTIST", "MusicBus"), ("ALBUM", "Silence"),
        ("TRACKNUMBER", "\(number)/3"),
      ]
      let music = SilentMusic(tags, picture: SilentMusic.png, seed: "\(number)")
      try? Data(music.bytes).write(to: URL(filePath: "\(directory.path)/\(number).flac"))
    }
    return directory
  }()

  /// All bundled providers, TheAudioDB first, and the template.
  static let swift: [Claim] = {
    let settings = [
      "musicbrainz": #"{"requestFactor":1000}"#,
      "spotify": #"{"clientID":"sample","clientSecret":"c4a21f09b7"}"#,
      "files": #"{"folders":"\#(music?.path ?? "")"}"#,
    ]
    let bundled = ((try? PackageRoot.bundledManifests()) ?? []).map { manifest in
      let variables = manifest.environment ?? []
      return Claim(
        command: [manifest.executable],
        upstream: variables.first,
        others: Array(variables.dropFirst()),
        configuration: settings[manifest.id.rawValue],
        level: "full"
      )
    }
    return bundled + [Claim(command: ["Example"], upstream: "MUSICBUS_EXAMPLE_URL", level: "full")]
  }()

  private static let runs = ConcurrentJobs(count: swift.count) { number in
    let claim = swift[number]
    return try await certified([Executables.path(claim.command[0])], claim, suites: suites(number))
  }

  /// The Swift providers share the code of their sessions: the first is certified as a whole, and the
  /// others, except in the long run, by what is their own.
  private static func suites(_ number: Int) -> [String] {
    number == 0 || LongRun.isOn ? [] : ["calls", "deadline", "cancel", "budgets"]
  }

  @Test("in Swift are certified", arguments: swift.indices)
  func inSwift(_ number: Int) async throws {
    expect(
      try await BundledProvidersTests.runs.result(number),
      of: BundledProvidersTests.swift[number]
    )
  }

  @Test("in Python is certified", .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"))
  func inPython() async throws {
    let path = PackageRoot.path("Plugins/Examples/Python/store.py")
    let claim = Claim(command: ["store.py"], upstream: "MUSICBUS_ITUNES_URL", level: "full")
    try await expectCertified([Program.python.path, path], claim)
  }

  @Test(
    "printed in the protocol is certified",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq")
  )
  func printed() async throws {
    let directory = try TestDirectory()
    try CoreExample.write(into: directory.path)
    try await expectCertified(
      [Program.python.path, "\(directory.path)/shelf.py"],
      Claim(command: ["shelf.py"], level: "core")
    )
  }

  @Test("in C is certified", .enabled(if: CExample.canBeBuilt, "needs make, cc and libjansson-dev"))
  func inC() async throws {
    let directory = try TestDirectory()
    try CExample.build(into: directory.path)
    try await expectCertified(
      ["\(directory.path)/crate"],
      Claim(command: ["crate"], level: "core")
    )
  }

  private func expectCertified(_ command: [String], _ claim: Claim) async throws {
    expect(try await BundledProvidersTests.certified(command, claim), of: claim)
  }

  private static func certified(
    _ command: [String],
    _ claim: Claim,
    suites: [String] = []
  ) async throws -> CertifyRun {
    try await CertifyRun.of(
      command,
      upstream: claim.upstream,
      others: claim.others,
      options: (claim.configuration.map { ["--config", $0] } ?? [])
        + suites.flatMap { ["--suite", $0] }
    )
  }

  private func expect(_ run: CertifyRun, of claim: Claim) {
    #expect(run.failed.isEmpty, "\(run.account)")
    #expect(run.status == (run.undecided.isEmpty ? 0 : 2))
    let skipped = run.checks.filter { $0.result == "skipped" }
    let reason = "Not required at level Core."
    #expect(skipped.contains { $0.reason == reason } == (claim.level == "core"))
    // With a local upstream, no check that needs one is skipped.
    if claim.upstream != nil {
      #expect(!skipped.contains { $0.reason?.contains("--upstream-var") == true }, "\(skipped)")
    }
  }

  @Test(
    "the examples are as short as the documentation says",
    arguments: [
      ("Plugins/Examples/Python/store.py", 120), ("Plugins/Template/Example.swift", 50),
    ]
  )
  func length(_ path: String, _ lines: Int) throws {
    #expect(
      try PackageRoot.text(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
        <= lines
    )
  }
}
