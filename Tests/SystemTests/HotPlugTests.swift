import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  /// Providers that come and go while a real hub runs.
  @Suite(
    "Providers that come and go",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    .timeLimit(.minutes(3))
  )
  struct HotPlugTests {
    let sandbox: Sandbox
    let shelf: ShelfFolder

    init() throws {
      sandbox = try Sandbox()
      shelf = try ShelfFolder(in: "\(sandbox.home.path)/work")
    }

    private var providers: String { "\(sandbox.home.path)/providers" }

    private func status(_ id: String) throws -> ProviderStatus? {
      let result = try sandbox.musicbus("providers", "--json")
      return try result.lines
        .map { try JSONDecoder().decode(ProviderStatus.self, from: Data($0.utf8)) }
        .first { $0.id.rawValue == id }
    }

    /// Waits until the provider is as wanted.
    private func awaitState(
      _ id: String,
      _ isWanted: (ProviderStatus?) -> Bool,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let deadline = Deadline.after(.seconds(30))
      while !deadline.isExpired { if isWanted(try status(id)) { return } }
      let log = (try? String(contentsOfFile: sandbox.logPath, encoding: .utf8)) ?? ""
      Issue.record("it never came to that:\n\(log)", sourceLocation: location)
    }

    /// Asks anew: what a provider answered before is kept, whatever becomes of the provider.
    private func search(_ text: String = "nina") throws -> RunResult {
      try sandbox.musicbus("search", "artists", text, "--provider", "shelf", "--json", "--refresh")
    }

    @Test("a folder with a manifest that is dropped is served, and one that is taken away is not")
    func dropped() throws {
      let hub = sandbox.hubPid
      try FileManager.default.createDirectory(
        atPath: providers,
        withIntermediateDirectories: true
      )
      try FileManager.default.moveItem(atPath: shelf.path, toPath: "\(providers)/shelf")
      try awaitState("shelf") { $0?.state == .ready }
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let pid = try #require(try status("shelf")?.pid)
      try FileManager.default.removeItem(atPath: "\(providers)/shelf")
      try awaitState("shelf") { $0 == nil }
      #expect(kill(pid_t(pid), 0) != 0)
      #expect(sandbox.hubPid == hub)
      #expect(try search().errors.contains("no provider \"shelf\""))
    }

    @Test("one that is added is there for a later hub too, and gone when it was removed")
    func added() throws {
      let added = try sandbox.musicbus("provider", "add", shelf.path)
      #expect(added.status == 0, "\(added)")
      #expect(added.output == "shelf 1.0 serves artists.search\n")
      #expect(try sandbox.musicbus("provider", "add", "\(shelf.path)/shelf.py").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let removed = try sandbox.musicbus("provider", "remove", "shelf")
      #expect(removed.output == "shelf is removed.\n", "\(removed)")
      try awaitState("shelf") { $0 == nil }
      #expect(FileManager.default.fileExists(atPath: "\(shelf.path)/provider.json"))
      let again = try sandbox.musicbus("provider", "remove", "shelf")
      #expect(again.status == 1)
      #expect(again.errors.contains("There is no provider \"shelf\"; there are: "))
      let ours = try sandbox.musicbus("provider", "remove", "audiodb")
      #expect(ours.status == 1)
      #expect(ours.errors.contains("take it away there"), "\(ours)")
    }

    @Test("one that is removed in a call ends that call first")
    func drained() async throws {
      try shelf.gate()
      #expect(try sandbox.musicbus("provider", "add", shelf.path).status == 0)
      let environment = sandbox.environment
      async let answer = RunResult.of(
        "musicbus",
        [
          "search", "artists", "nina", "--provider", "shelf", "--timeout", "60s", "--wait", "60s",
          "--json",
        ],
        environment: environment
      )
      try awaitState("shelf") { $0?.inflight == 1 }
      let removed = try sandbox.musicbus("provider", "remove", "shelf")
      #expect(removed.output == "shelf is removed, after 1 call in flight.\n")
      #expect(try status("shelf")?.state == .draining)
      #expect(try search().status == 1)
      try shelf.openGate()
      let result = try await answer
      #expect(try result.artists().map(\.name) == ["Nina Simone"], "\(result)")
      try awaitState("shelf") { $0 == nil }
    }

    @Test("a changed executable is taken up at reload, and not before")
    func reloaded() throws {
      #expect(try sandbox.musicbus("provider", "add", shelf.path).status == 0)
      let none = try sandbox.musicbus("provider", "reload")
      #expect(none.status == 0)
      #expect(none.errors == "No manifest or executable has changed.\n")
      try shelf.edit { $0.replacingOccurrences(of: "Nina Simone", with: "Nina Hagen") }
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let reloaded = try sandbox.musicbus("provider", "reload")
      #expect(reloaded.output == "shelf 1.0 serves artists.search\n", "\(reloaded)")
      #expect(try search().artists().map(\.name) == ["Nina Hagen"])
      let before = try status("shelf")?.pid
      #expect(try sandbox.musicbus("provider", "reload", "shelf").status == 0)
      #expect(try status("shelf")?.pid != before)
    }

    @Test("a manifest that cannot be served is refused, or told, with what is wrong and where")
    func bad() throws {
      let manifest = "\(shelf.path)/provider.json"
      try Data(#"{"id": "shelf", "methods": []}"#.utf8).write(to: URL(filePath: manifest))
      let refused = try sandbox.musicbus("provider", "add", shelf.path)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("\(manifest): the member \"executable\" is missing"))
      let nowhere = try sandbox.musicbus("provider", "add", "nowhere")
      #expect(nowhere.status == 1)
      #expect(nowhere.errors.contains("There is no "))

      try FileManager.default.createDirectory(
        atPath: providers,
        withIntermediateDirectories: true
      )
      try FileManager.default.copyItem(atPath: manifest, toPath: "\(providers)/bad.json")
      let deadline = Deadline.after(.seconds(30))
      var told = ""
      while !told.contains("bad.json"), !deadline.isExpired {
        told = try sandbox.musicbus("providers").errors
      }
      let sentence =
        "The manifest \(providers)/bad.json is passed over: the member \"executable\" is missing"
      #expect(told.contains(sentence))
      #expect(try String(contentsOfFile: sandbox.logPath, encoding: .utf8).contains(sentence))
    }

    @Test("a manifest that is broken while its provider runs changes nothing")
    func broken() throws {
      #expect(try sandbox.musicbus("provider", "add", shelf.path).status == 0)
      try Data("{".utf8).write(to: URL(filePath: "\(shelf.path)/provider.json"))
      let deadline = Deadline.after(.seconds(30))
      while try !sandbox.musicbus("providers").errors.contains("shelf.json"), !deadline.isExpired {}
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
    }

    @Test("of two manifests with one id the first counts, and the second when that is gone")
    func firstWins() throws {
      let other = try ShelfFolder(in: "\(sandbox.home.path)/other")
      try other.edit { $0.replacingOccurrences(of: "Nina Simone", with: "Nina Hagen") }
      #expect(sandbox.stopHub() == .exited(0))
      try FileManager.default.createDirectory(atPath: providers, withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: other.path, toPath: "\(providers)/shelf")
      try sandbox.startHub(["--providers", "\(sandbox.home.path)/work"])
      #expect(try search().artists().map(\.name) == ["Nina Simone"])
      let first = try status("shelf")?.pid
      try FileManager.default.removeItem(atPath: shelf.path)
      try awaitState("shelf") { $0?.state == .ready && $0?.pid != first }
      #expect(try search().artists().map(\.name) == ["Nina Hagen"])
    }

    @Test("one that ended because it cannot run is started again when somebody asks for it")
    func reset() throws {
      let works = try shelf.text
      try shelf.edit { _ in "#!/bin/sh\necho 'it has no key' >&2\nexit 78\n" }
      let added = try sandbox.musicbus("provider", "add", shelf.path)
      #expect(added.status == 1)
      #expect(added.errors.contains("shelf is stopped"), "\(added)")
      #expect(added.errors.contains("it has no key"))
      try shelf.edit { _ in works }
      #expect(try search().status == 1)
      let reset = try sandbox.musicbus("provider", "reset", "shelf")
      #expect(reset.output == "shelf 1.0 serves artists.search\n", "\(reset)")
    }
  }
}

/// The example of a Core provider in a folder of its own.
struct ShelfFolder {
  let path: String

  init(in directory: String) throws {
    path = "\(directory)/shelf"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: PackageRoot.path("Plugins/Examples/PythonCore"),
      toPath: path
    )
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

  /// Makes each call wait until ``openGate()``: a pipe is opened only when somebody is at its other end.
  func gate() throws {
    guard mkfifo("\(path)/gate", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    try edit {
      $0.replacingOccurrences(
        of: "    try:\n        params",
        with: """
              os.close(os.open("\(path)/gate", os.O_RDONLY))
              try:
                  params
          """
      )
    }
  }

  /// Lets through who waits, and whoever comes later.
  func openGate() throws {
    let end = open("\(path)/gate", O_RDWR)
    defer { close(end) }
    try Data().write(to: URL(filePath: "\(path)/open"))
    guard end >= 0, rename("\(path)/open", "\(path)/gate") == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
