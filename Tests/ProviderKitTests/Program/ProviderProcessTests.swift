import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

/// A bundled provider as a process, with a simulated hub and upstream.
@Suite("A provider as a process", .ownThreads, .timeLimit(.minutes(10)))
struct ProviderProcessTests {
  static let name = "musicbus-provider-audiodb"
  /// The two seconds of the protocol, doubled for busy machines.
  static let exitTimeout = Duration.seconds(4)

  @Test("prints its help without a hub")
  func help() throws {
    let result = try RunResult.of(ProviderProcessTests.name, [], environment: [:])
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("a provider for MusicBus"))
    #expect(result.errors.contains("--try artists.search"))
    let wrong = try RunResult.of(ProviderProcessTests.name, ["--dance"], environment: [:])
    #expect(wrong.status == 64)
    let help = try RunResult.of(ProviderProcessTests.name, ["--help"], environment: [:])
    #expect(help.status == 0)
    #expect(help.output.contains("--try"))
  }

  @Test("runs a call without a hub and reports failures by its exit status")
  func tryCall() throws {
    let body = #"{"artists":[{"idArtist":"1","strArtist":"Air"}]}"#
    let path = "/api/v1/json/123/search.php?s=Air"
    let server = try TinyServer([path: .response(Array(body.utf8))])
    let environment = ["MUSICBUS_AUDIODB_URL": server.url]
    let found = try RunResult.of(
      ProviderProcessTests.name,
      ["--try", "artists.search", "Air"],
      environment: environment
    )
    #expect(found.status == 0, "\(found)")
    #expect(found.lines.count == 1)
    let item = try JSONCodec.decode(Entity.self, from: Array(found.output.utf8))
    #expect(item.displayName == "Air")
    #expect(found.errors == "1 item; requests: www.theaudiodb.com 1\n")
    for (arguments, status) in [
      (["artists.search"], Int32(64)), (["dances.search", "x"], 1), (["artists.search", "404"], 1),
      (["artists.search", "x", "limit=0"], 64),
    ] {
      let failed = try RunResult.of(
        ProviderProcessTests.name,
        ["--try"] + arguments,
        environment: environment
      )
      #expect(failed.status == status, "\(failed)")
      #expect(failed.output.isEmpty && !failed.errors.isEmpty)
    }
  }

  @Test("writes no files")
  func files() throws {
    let directory = try TestDirectory()
    let body = #"{"artists":[{"idArtist":"1","strArtist":"Air"}]}"#
    let head = "Cache-Control: max-age=600\r\nSet-Cookie: a=b; Max-Age=600\r\n"
    let path = "/api/v1/json/123/search.php?s=Air"
    let server = try TinyServer([path: .response(Array(body.utf8), head)])
    let result = try RunResult.of(
      ProviderProcessTests.name,
      ["--try", "artists.search", "Air"],
      environment: [
        "MUSICBUS_AUDIODB_URL": server.url, "HOME": directory.path, "TMPDIR": directory.path,
        "XDG_CACHE_HOME": directory.path,
      ]
    )
    #expect(result.status == 0, "\(result)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: directory.path) == [])
  }

  /// Starts the provider with a hub and an upstream that never responds.
  private func start(
    _ script: (inout FakeHub, ChildProcess, TinyServer) throws -> Void
  ) throws {
    let directory = try TestDirectory()
    let endpoint = "ipc://\(directory.path)/hub"
    let server = try TinyServer(["/api/v1/json/123/search.php?s=slow": .silence])
    var hub = try FakeHub(endpoint)
    var launch = Launch(
      Executables.path(ProviderProcessTests.name),
      environment: ["MUSICBUS_START": "stdin"]
    )
    launch.input = .lifeline
    launch.output = .null
    launch.errors = .null
    let child = try ChildProcess(launch)
    let line = StartLine(
      versions: .supported,
      endpoint: endpoint,
      token: "t",
      config: ["baseURL": .string(server.url)]
    )
    try child.input?.write(try JSONCodec.encode(line) + [0x0A])
    try script(&hub, child, server)
  }

  @Test("exits within two seconds after its lifeline ends, even during a request")
  func lifeline() throws {
    try start { hub, child, server in
      try hub.welcome()
      try hub.call("a", "slow")
      #expect(server.awaitRequest())
      child.closeLifeline()
      #expect(child.waitForExit(.after(ProviderProcessTests.exitTimeout)) == .exited(0))
      #expect(try hub.next(.error).decodeBody(Failure.self).code == .cancelled)
      _ = try hub.next(.bye)
    }
  }

  @Test("exits when its lifeline ends before it found its hub")
  func lifelineWithoutHub() throws {
    var launch = Launch(
      Executables.path(ProviderProcessTests.name),
      environment: ["MUSICBUS_START": "stdin"]
    )
    launch.input = .lifeline
    launch.output = .null
    launch.errors = .null
    let child = try ChildProcess(launch)
    let line = StartLine(
      versions: .supported,
      endpoint: "ipc:///tmp/no-such-endpoint",
      token: "t",
      config: .object([:])
    )
    try child.input?.write(try JSONCodec.encode(line) + [0x0A])
    child.closeLifeline()
    #expect(child.waitForExit(.after(ProviderProcessTests.exitTimeout)) == .exited(0))
  }

  @Test("exits on SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
  func terminated(_ signal: Int32) throws {
    try start { hub, child, server in
      try hub.welcome()
      try hub.call("a", "slow")
      #expect(server.awaitRequest())
      child.signal(signal)
      #expect(child.waitForExit(.after(ProviderProcessTests.exitTimeout)) == .exited(0))
    }
  }

  @Test("reports the requests of a call that timed out")
  func spent() throws {
    try start { hub, child, server in
      try hub.welcome()
      try hub.call("a", "slow", timeoutMs: 1500)
      #expect(server.awaitRequest())
      let failure = try hub.next(.error).decodeBody(Failure.self)
      #expect(failure.code == .deadlineExceeded)
      #expect(failure.spent == ["www.theaudiodb.com": 1])
      child.closeLifeline()
    }
  }

  @Test("does not start with an invalid configuration, and names the key")
  func configuration() throws {
    var launch = Launch(
      Executables.path(ProviderProcessTests.name),
      environment: ["MUSICBUS_START": "stdin"]
    )
    launch.input = .lifeline
    launch.output = .null
    launch.errors = .pipe
    let child = try ChildProcess(launch)
    let line = StartLine(
      versions: .supported,
      endpoint: "ipc:///tmp/no-such-endpoint",
      token: "t",
      config: ["apiKey": "a/b"]
    )
    try child.input?.write(try JSONCodec.encode(line) + [0x0A])
    #expect(child.waitForExit(.after(.seconds(10))) == .exited(78))
    guard case .bytes(let bytes)? = try child.errors?.read() else {
      Issue.record("the program has no output")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("CONFIGURATION_INVALID: \"apiKey\""))
  }

  @Test("does not start without a start line")
  func noLine() throws {
    let result = try RunResult.of(
      ProviderProcessTests.name,
      [],
      environment: ["MUSICBUS_START": "stdin"]
    )
    #expect(result.status == 74)
  }
}
