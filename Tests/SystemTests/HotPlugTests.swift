import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  /// Adding and removing providers while a real hub runs.
  @Suite(
    "Adding and removing providers of a running hub",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    .timeLimit(.minutes(10))
  )
  struct HotPlugTests {
    let sandbox: Sandbox
    let provider: CoreProviderCopy

    init() throws {
      sandbox = try Sandbox()
      provider = try CoreProviderCopy(in: "\(sandbox.home.path)/work")
    }

    private var providers: String { "\(sandbox.home.path)/providers" }

    private func status(_ id: String) throws -> ProviderStatus? { try sandbox.providers()[id] }

    /// Searches without cached results, which outlive the provider.
    private func search(_ text: String = "nina") throws -> RunResult {
      try sandbox.musicbus("search", "artists", text, "--provider", "shelf", "--json", "--refresh")
    }

    @Test("starts a provider whose directory is created, and stops one whose directory is removed")
    func dropped() throws {
      let hub = sandbox.hubPid
      try FileManager.default.createDirectory(
        atPath: providers,
        withIntermediateDirectories: true
      )
      try FileManager.default.moveItem(atPath: provider.path, toPath: "\(providers)/shelf")
      try sandbox.awaitProvider("shelf") { $0.state == .ready }
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let pid = try #require(try status("shelf")?.pid)
      try FileManager.default.removeItem(atPath: "\(providers)/shelf")
      try sandbox.awaitRemoval(of: "shelf")
      #expect(kill(pid_t(pid), 0) != 0)
      #expect(sandbox.hubPid == hub)
      #expect(try search().errors.contains("Unknown provider \"shelf\""))
    }

    @Test("installs a provider for later hubs as well, until it is removed")
    func added() throws {
      let added = try sandbox.musicbus("provider", "add", provider.path)
      #expect(added.status == 0, "\(added)")
      #expect(added.output == "shelf 1.0 serves artists.search\n")
      #expect(try sandbox.musicbus("provider", "add", "\(provider.path)/shelf.py").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let removed = try sandbox.musicbus("provider", "remove", "shelf")
      #expect(removed.output == "Removed shelf.\n", "\(removed)")
      try sandbox.awaitRemoval(of: "shelf")
      #expect(FileManager.default.fileExists(atPath: "\(provider.path)/provider.json"))
      let again = try sandbox.musicbus("provider", "remove", "shelf")
      #expect(again.status == 1)
      #expect(again.errors.contains("Unknown provider \"shelf\"; known providers: "))
      let ours = try sandbox.musicbus("provider", "remove", "audiodb")
      #expect(ours.status == 1)
      #expect(ours.errors.contains("remove it yourself."), "\(ours)")
    }

    @Test("lets its budget limit others only while the user approves the host, also in later hubs")
    func approved() throws {
      let host = "itunes.apple.com"
      let budget = "{\"\(host)\": {\"requests\": 1, \"perMs\": 31536000000}}"
      try provider.edit {
        $0.replacingOccurrences(of: "\"budgets\": {}", with: "\"budgets\": \(budget)")
      }
      let added = try sandbox.musicbus("provider", "add", provider.path)
      #expect(added.output == "shelf 1.0 serves artists.search\n")
      #expect(
        added.errors.contains("Its budget of 1 request in 365 d for \(host) limits only shelf.")
      )
      #expect(added.errors.contains("musicbus provider add \(provider.path) --approve \(host)"))
      #expect(try outcomeOfITunes("one") != .rateLimited)
      #expect(try outcomeOfITunes("two") != .rateLimited)

      let approved = try sandbox.musicbus("provider", "add", provider.path, "--approve", host)
      #expect(approved.output == "shelf 1.0 serves artists.search\n", "\(approved)")
      #expect(approved.errors.isEmpty, "\(approved)")
      #expect(try outcomeOfITunes("three") == .rateLimited)
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      try sandbox.awaitProvider("shelf") { $0.state == .ready }
      #expect(try outcomeOfITunes("four") == .rateLimited)

      #expect(try sandbox.musicbus("provider", "remove", "shelf").status == 0)
      try sandbox.awaitRemoval(of: "shelf")
      #expect(try outcomeOfITunes("five") != .rateLimited)
      let again = try sandbox.musicbus("provider", "add", provider.path)
      #expect(again.errors.contains("limits only shelf."), "\(again)")
      #expect(try outcomeOfITunes("six") != .rateLimited)
    }

    private func outcomeOfITunes(_ text: String) throws -> Outcome? {
      try sandbox.musicbus("search", "artists", text, "--provider", "itunes-search", "--json")
        .outcome(of: "itunes-search")
    }

    @Test("completes calls in flight before a provider is removed")
    func drained() async throws {
      try provider.blockCalls()
      #expect(try sandbox.musicbus("provider", "add", provider.path).status == 0)
      let environment = sandbox.environment
      async let reply = RunResult.of(
        "musicbus",
        [
          "search", "artists", "nina", "--provider", "shelf", "--timeout", "60s", "--wait", "60s",
          "--json",
        ],
        environment: environment
      )
      try sandbox.awaitProvider("shelf") { $0.inflight == 1 }
      let removed = try sandbox.musicbus("provider", "remove", "shelf")
      #expect(removed.output == "Removing shelf after 1 call in flight.\n")
      #expect(try status("shelf")?.state == .draining)
      #expect(try search().status == 64)
      try provider.unblockCalls()
      let result = try await reply
      #expect(try result.artists().map(\.name) == ["Nina Simone"], "\(result)")
      try sandbox.awaitRemoval(of: "shelf")
    }

    @Test("starts a changed executable at a reload, and not before")
    func reloaded() throws {
      #expect(try sandbox.musicbus("provider", "add", provider.path).status == 0)
      let none = try sandbox.musicbus("provider", "reload")
      #expect(none.status == 0)
      #expect(none.errors == "No manifest or executable has changed.\n")
      try provider.edit { $0.replacingOccurrences(of: "Nina Simone", with: "Nina Hagen") }
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let reloaded = try sandbox.musicbus("provider", "reload")
      #expect(reloaded.output == "shelf 1.0 serves artists.search\n", "\(reloaded)")
      #expect(try search().artists().map(\.name) == ["Nina Hagen"])
      let before = try status("shelf")?.pid
      #expect(try sandbox.musicbus("provider", "reload", "shelf").status == 0)
      #expect(try status("shelf")?.pid != before)
    }

    @Test("rejects or reports an invalid manifest, with the path and the error")
    func bad() throws {
      let manifest = "\(provider.path)/provider.json"
      try Data(#"{"id": "shelf", "methods": []}"#.utf8).write(to: URL(filePath: manifest))
      let refused = try sandbox.musicbus("provider", "add", provider.path)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("\(manifest): the member \"executable\" is missing"))
      let nowhere = try sandbox.musicbus("provider", "add", "nowhere")
      #expect(nowhere.status == 1)
      #expect(nowhere.errors.contains("does not exist."))

      try FileManager.default.createDirectory(
        atPath: providers,
        withIntermediateDirectories: true
      )
      try FileManager.default.copyItem(atPath: manifest, toPath: "\(providers)/bad.json")
      let sentence =
        "The manifest \(providers)/bad.json is skipped: the member \"executable\" is missing"
      try sandbox.awaitLog(sentence)
      #expect(try sandbox.musicbus("providers").errors.contains(sentence))
    }

    @Test("ignores a manifest that becomes invalid while its provider runs")
    func broken() throws {
      #expect(try sandbox.musicbus("provider", "add", provider.path).status == 0)
      try Data("{".utf8).write(to: URL(filePath: "\(provider.path)/provider.json"))
      try sandbox.awaitLog("shelf.json")
      #expect(try sandbox.musicbus("providers").errors.contains("shelf.json"))
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
    }

    @Test("uses the first of two manifests with one id, and the second when the first is removed")
    func firstWins() throws {
      let other = try CoreProviderCopy(in: "\(sandbox.home.path)/other")
      try other.edit { $0.replacingOccurrences(of: "Nina Simone", with: "Nina Hagen") }
      #expect(sandbox.stopHub() == .exited(0))
      try FileManager.default.createDirectory(atPath: providers, withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: other.path, toPath: "\(providers)/shelf")
      try sandbox.startHub(["--providers", "\(sandbox.home.path)/work"])
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let first = try status("shelf")?.pid
      try FileManager.default.removeItem(atPath: provider.path)
      try sandbox.awaitProvider("shelf") { $0.state == .ready && $0.pid != first }
      #expect(try search().artists().map(\.name) == ["Nina Hagen"])
    }

    @Test("starts a stopped provider again on request")
    func reset() throws {
      let works = try provider.text
      try provider.edit { _ in "#!/bin/sh\necho 'it has no key' >&2\nexit 78\n" }
      let added = try sandbox.musicbus("provider", "add", provider.path)
      #expect(added.status == 1)
      #expect(added.errors.contains("shelf is stopped"), "\(added)")
      #expect(added.errors.contains("it has no key"))
      try provider.edit { _ in works }
      #expect(try search().status == 1)
      let reset = try sandbox.musicbus("provider", "reset", "shelf")
      #expect(reset.output == "shelf 1.0 serves artists.search\n", "\(reset)")
    }
  }
}

/// The Core provider that the protocol prints.
struct CoreProviderCopy {
  let path: String

  init(in directory: String) throws {
    path = "\(directory)/shelf"
    try CoreExample.write(into: path)
  }

  private var program: String { "\(path)/shelf.py" }
  var text: String {
    get throws { try String(contentsOfFile: program, encoding: .utf8) }
  }

  /// Replaces the program by another one, as a compiler or an editor does.
  func edit(_ change: (String) -> String) throws {
    let new = "\(program).new"
    try ExecutableText.write(change(try text), to: new)
    guard rename(new, program) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Blocks each call until ``unblockCalls()``: the provider opens a pipe without a writer.
  func blockCalls() throws {
    guard mkfifo("\(path)/block", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    try edit {
      $0.replacingOccurrences(
        of: "    try:\n        params",
        with: """
              os.close(os.open("\(path)/block", os.O_RDONLY))
              try:
                  params
          """
      )
    }
  }

  /// Unblocks current and later calls.
  func unblockCalls() throws {
    let end = open("\(path)/block", O_RDWR)
    defer { close(end) }
    try Data().write(to: URL(filePath: "\(path)/open"))
    guard end >= 0, rename("\(path)/open", "\(path)/block") == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
