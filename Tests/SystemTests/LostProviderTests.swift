import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Providers that exit or hang", .timeLimit(.minutes(10)))
  struct LostProviderTests {
    @Test(
      "are quarantined with their last error if they exit repeatedly",
      arguments: ["echo 'no library libmusic.so' >&2; exit 3", "exec /no/such/interpreter"]
    )
    func crashLoop(_ script: String) throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider("broken", script: script)
      try sandbox.startHub()
      let status = try sandbox.awaitProvider("broken") { $0.state == .quarantined }
      #expect(status.restarts == 4)
      let words = script.hasPrefix("echo") ? "no library libmusic.so" : "/no/such/interpreter"
      #expect(status.lastError?.contains(words) == true, "\(status)")
      let list = try sandbox.musicbus("providers")
      #expect(list.errors.contains(words), "\(list)")
      // The others are not affected.
      let search = try sandbox.musicbus("search", "artists", "Pink Floyd", "--wait", "9s")
      #expect(search.status == 0, "\(search)")
      let others = try sandbox.configuredProviders().filter { $0.id != status.id }
      #expect(others.count >= 7 && others.containsOnly { $0.state == .ready })
    }

    @Test("are not blamed for a configuration that cannot be read, and start when it is mended")
    func misconfigured() throws {
      let sandbox = try Sandbox()
      let watch = try HubWatch(sandbox)
      let path = try sandbox.paths.configurationFile
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var old: Int?
      try watch.wait(for: "the provider") {
        old = $0.providers["deezer"]?.pid
        return $0.providers["deezer"]?.state == .ready
      }
      try "{ \"providers\": ".write(toFile: path, atomically: true, encoding: .utf8)
      kill(pid_t(try #require(old)), SIGKILL)
      try watch.wait(for: "the end of the provider") {
        $0.providers["deezer"]?.state == .stopped
      }
      let error = watch.providers["deezer"]?.lastError ?? ""
      #expect(error.contains("config.json"), "\(error)")
      // Still broken, in another way.
      try "[".write(toFile: path, atomically: true, encoding: .utf8)
      try awaitCondition("the second error") {
        sandbox.log.components(separatedBy: "No provider can be started:").count == 3
      }
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      try watch.wait(for: "the provider again") {
        $0.providers["deezer"]?.state == .ready && $0.providers["deezer"]?.pid != old
      }
    }

    @Test("do not affect the hub if they exit without reading", arguments: 0..<3)
    func endsUnread(_ turn: Int) throws {
      let sandbox = try Sandbox(startsHub: false)
      for name in ["a", "b", "c", "d"] {
        try sandbox.addProvider("\(name)\(turn)", script: "exec < /dev/null; exit 1")
      }
      try sandbox.startHub()
      for name in ["a", "b", "c", "d"] {
        _ = try sandbox.awaitProvider("\(name)\(turn)") { $0.state == .quarantined }
      }
      #expect(sandbox.stopHub() == .exited(0))
    }

    @Test("are reported with the error of the system if they cannot be executed")
    func noExecutable() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider("strange", script: "exit 0")
      let path = "\(sandbox.home.path)/providers/strange/run"
      try Data("\u{7F}ELF but not really".utf8).write(to: URL(filePath: path))
      chmod(path, 0o755)
      try sandbox.startHub()
      let status = try sandbox.awaitProvider("strange") { $0.state == .quarantined }
      #expect(
        status.lastError?.contains("It is not a program that this system can run") == true,
        "\(status)"
      )
    }

    @Test("are restarted after the liveness timeout if they are stopped; others are not affected")
    func stopped() throws {
      let sandbox = try Sandbox(startsHub: false)
      for name in ["model-0", "model-1"] { try sandbox.addStubProvider(name) }
      try sandbox.startHub()
      let before = try sandbox.awaitProvider("model-0") { $0.state == .ready }
      let pid = try #require(before.pid.map(Int32.init))
      kill(pid, SIGSTOP)
      let search = try sandbox.musicbus(
        "search",
        "albums",
        "1 x",
        "--provider",
        "model-0",
        "--provider",
        "model-1",
        "--json",
        "--wait",
        "500ms"
      )
      #expect(search.status == 0, "\(search)")
      #expect(try search.outcome(of: "model-1") == .ok)
      let after = try sandbox.awaitProvider("model-0") {
        $0.state == .ready && $0.pid != before.pid
      }
      #expect(after.restarts == 1)
      #expect(!isRunning(pid))
      #expect(try sandbox.providers()["model-1"]?.restarts == 0)
    }

    @Test("are restarted if they are killed; other processes and sessions remain")
    func killed() throws {
      let sandbox = try Sandbox(startsHub: false)
      for name in ["model-0", "model-1"] { try sandbox.addStubProvider(name) }
      try sandbox.startHub()
      for name in ["model-0", "model-1"] {
        _ = try sandbox.awaitProvider(name) { $0.state == .ready }
      }
      let before = try sandbox.providers()
      kill(Int32(try #require(before["model-0"]?.pid)), SIGKILL)
      let search = try sandbox.musicbus(
        "search",
        "albums",
        "1 x",
        "--provider",
        "model-0",
        "--provider",
        "model-1",
        "--json"
      )
      // A call during the restart waits for it.
      #expect(search.status == 0, "\(search)")
      let after = try sandbox.providers()
      #expect(after["model-0"]?.restarts == 1)
      for name in ["model-1", "audiodb"] {
        #expect(after[name]?.pid == before[name]?.pid)
        #expect(after[name]?.restarts == 0)
      }
    }

    @Test(
      "are reported by their exit status if they exit during a call, after the connection was closed",
      .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
      arguments: 0..<5
    )
    func exitsDuringCall(_ turn: Int) throws {
      let sandbox = try Sandbox(startsHub: false)
      let script = """
        import json, os, sys, zmq
        start = json.loads(sys.stdin.readline())
        context = zmq.Context()
        socket = context.socket(zmq.DEALER)
        socket.linger = 0
        socket.connect(start["endpoint"])
        version = {"min": "1.0", "max": "1.0"}
        descriptor = {"id": "leaver", "name": "Leaver", "version": "1", "level": "core", "inflight": 1,
          "methods": {"albums.search": {"cost": {}, "freshMs": 0}}, "namespaces": ["leaver:album"], "budgets": {}, "hosts": [],
          "attribution": {"text": "Leaver"}, "samples": []}
        hello = {"versions": version, "token": start["token"], "descriptor": descriptor,
          "peer": {"name": "leaver", "version": "1"}}
        socket.send_multipart([b"MB1", b'{"type":"hello","id":"h"}', json.dumps(hello).encode()])
        while True:
            header = json.loads(socket.recv_multipart()[1])
            if header["type"] == "call":
                socket.close()
                context.term()
                os._exit(3)
        """
      try Data(script.utf8).write(to: URL(filePath: "\(sandbox.home.path)/leaver.py"))
      try sandbox.addProvider("leaver", script: "exec /usr/bin/python3 \"$HOLD/leaver.py\"")
      try sandbox.startHub()
      _ = try sandbox.awaitProvider("leaver") { $0.state == .ready }
      let search = try sandbox.musicbus("search", "albums", "Animals", "--provider", "leaver")
      #expect(search.errors.contains("status 3"), "\(search)")
      #expect(!search.errors.contains("connection"), "\(search)")
    }
  }
}
