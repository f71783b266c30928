import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The life cycle of a hub", .timeLimit(.minutes(10)))
  struct HubLifeTests {
    @Test("a second hub of one directory exits with a reason, and the first continues")
    func second() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("search", "artists", "U2").status == 0)
      let second = try RunResult.of("musicbus-hub", [], environment: sandbox.environment)
      #expect(second.status == 1)
      #expect(second.errors.contains("is already running"))
      #expect(try sandbox.musicbus("search", "artists", "U2").status == 0)
    }

    @Test(
      "serves commands to which its directory is read-only",
      .enabled(if: Namespaces.areAvailable, "needs to mount")
    )
    func readOnly() throws {
      let sandbox = try Sandbox()
      let mount = """
        mount --bind "$MUSICBUS_HOME" "$MUSICBUS_HOME" \
          && mount -o remount,bind,ro "$MUSICBUS_HOME" && exec "$0" "$@"
        """
      let commands = [
        ["hub", "status"], ["providers"], ["search", "artists", "U2"], ["favorites"],
        ["favorites", "add", "itunes:artist:78500"], ["config", "get"],
      ]
      for command in commands {
        let result = try RunResult.of(
          Launch(
            "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", mount, Executables.path("musicbus")] + Sandbox.patient(command),
            environment: sandbox.environment
          )
        )
        #expect(result.status == 0, "\(command): \(result)")
      }
    }

    @Test(
      "a command that cannot see the hub's process says so",
      .enabled(if: Namespaces.areAvailable, "needs a namespace")
    )
    func hidden() throws {
      let sandbox = try Sandbox()
      let result = try RunResult.of(
        Launch(
          "/usr/bin/unshare",
          ["--pid", "--fork", Executables.path("musicbus"), "providers"],
          environment: sandbox.environment
        )
      )
      #expect(result.status == 69, "\(result)")
      #expect(result.errors.contains("It is not visible here"), "\(result)")
    }

    @Test("SIGTERM stops it and leaves no process and no socket")
    func terminated() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("providers").status == 0)
      #expect(sandbox.signalHub(SIGTERM) == .exited(0))
      expectNothingLeft(of: sandbox)
    }

    @Test("the end of its lifeline stops it")
    func lease() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("providers").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
      expectNothingLeft(of: sandbox)
    }

    @Test("SIGKILL leaves no provider running")
    func killed() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("providers").status == 0)
      let providers = processes(of: sandbox)
      #expect(providers.count >= 3)
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      for pid in providers where kill(pid, 0) == 0 {
        if let end = try? ProcessExitWatch(of: pid) { #expect(end.wait(.after(.seconds(60)))) }
      }
    }

    @Test("the removal of its directory stops it")
    func directoryRemoved() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("providers").status == 0)
      try FileManager.default.removeItem(atPath: "\(sandbox.home.path)/run")
      #expect(sandbox.awaitHubEnd() == .exited(0))
      #expect(processes(of: sandbox).isEmpty)
    }

    @Test("the replacement of its directory stops it, and does not harm the next hub")
    func directoryReplaced() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("providers").status == 0)
      let run = "\(sandbox.home.path)/run"
      try FileManager.default.removeItem(atPath: run)
      let next = try sandbox.musicbus("hub", "start", adding: ["MUSICBUS_NO_AUTOSTART": ""])
      #expect(next.status == 0, "\(next)")
      #expect(sandbox.awaitHubEnd() == .exited(0))
      let status = try sandbox.musicbus("hub", "status", "--json")
      #expect(status.status == 0, "\(status)")
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
    }

    @Test("a hub that a client starts gets the variables that manifests name, and no others")
    func variables() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider("shelf", script: "env > $HOLD/environment; exit 78")
      let path = "\(sandbox.home.path)/providers/shelf/provider.json"
      let manifest = try String(contentsOfFile: path, encoding: .utf8)
      let named = #"{"environment": ["SHELF_KEY", "SHELF_HOST"], "# + manifest.dropFirst()
      try named.write(toFile: path, atomically: true, encoding: .utf8)
      let variables = ["SHELF_KEY": "secret", "OTHER_KEY": "other"]
      let providers = try sandbox.musicbus("providers", adding: variables)
      defer { _ = try? sandbox.musicbus("hub", "stop") }
      let text = try sandbox.awaitFile("\(sandbox.home.path)/environment", "its variables") {
        $0.contains("SHELF_KEY=secret")
      }
      #expect(!text.contains("OTHER_KEY"))
      #expect(
        providers.errors.contains(
          "The hub has no environment variable SHELF_HOST. "
            + "Set it, then restart the hub: musicbus hub restart"
        ),
        "\(providers)"
      )
      let call = try sandbox.musicbus(
        "provider",
        "try",
        "\(sandbox.home.path)/providers/shelf",
        "albums.search",
        "x"
      )
      #expect(call.errors.contains("SHELF_KEY, which the manifest names, is not set."), "\(call)")
    }

    @Test("a provider that was killed is reported as killed")
    func providerKilled() throws {
      let sandbox = try Sandbox()
      let script = "echo 'all is well.' >&2; kill -9 $$"
      try sandbox.addProvider("shelf", script: script)
      let status = try sandbox.awaitProvider("shelf") { $0.lastError != nil }
      #expect(status.lastError == "it was killed by signal 9 (SIGKILL)")
    }

    @Test("a killed client cancels its call")
    func clientKilled() async throws {
      let sandbox = try Sandbox()
      try await sandbox.upstream.setFaults("slow=20000")
      var launch = Launch(
        Executables.path("musicbus"),
        ["search", "artists", "Pink Floyd", "--timeout", "60s"],
        environment: sandbox.environment
      )
      launch.output = .null
      launch.errors = .null
      let client = try ChildProcess(launch)
      try await sandbox.upstream.awaitRequest("Pink")
      let watch = try HubWatch(sandbox)
      try watch.wait(for: "the call") { $0.hub?.inflight == 1 }
      client.signal(SIGKILL)
      #expect(client.waitForExit(.after(.seconds(60))) == .killed(signal: SIGKILL))
      try watch.wait(for: "the end of the call") { $0.hub?.inflight == 0 }
    }

    @Test("a command starts it, and two concurrent commands start one")
    func autostart() async throws {
      let sandbox = try Sandbox(startsHub: false)
      let environment = sandbox.environment
      async let first = RunResult.of(
        "musicbus",
        ["search", "artists", "Pink Floyd", "--json"],
        environment: environment
      )
      async let second = RunResult.of(
        "musicbus",
        ["search", "artists", "Coldplay", "--json"],
        environment: environment
      )
      let results = try await [first, second]
      #expect(results.map(\.status) == [0, 0], "\(results)")
      #expect(try results.map { try $0.artists().first?.name } == ["Pink Floyd", "Coldplay"])
      let stop = try sandbox.musicbus("hub", "stop")
      #expect(stop.status == 0, "\(stop)")
      #expect(try sandbox.musicbus("hub", "status").status == 69)
      expectNothingLeft(of: sandbox)
    }

    @Test("a command that must not start it reports that no hub is running")
    func noHub() throws {
      let sandbox = try Sandbox(startsHub: false)
      let result = try sandbox.musicbus("search", "artists", "U2", "--no-autostart")
      #expect(result.status == 69)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("hub"))
    }

    private func expectNothingLeft(of sandbox: Sandbox) {
      #expect(processes(of: sandbox).isEmpty)
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(sandbox.home.path)/run"))
      #expect(files?.filter { $0.hasSuffix(".sock") } == [])
    }

    /// Processes whose environment names the sandbox, besides its sample sources.
    private func processes(of sandbox: Sandbox) -> [Int32] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { Int32($0) }.filter { pid in
        guard let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ"),
          let command = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline")
        else { return false }
        return environment.range(of: Data(sandbox.upstream.url.utf8)) != nil
          && command.range(of: Data("musicbus-provider".utf8)) != nil
      }
    }
  }
}
