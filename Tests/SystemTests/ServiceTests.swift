import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("A hub as a service", .timeLimit(.minutes(10)))
  struct ServiceTests {
    /// A notification socket, as of a service manager.
    private final class NotifySocket {
      let path: String
      private let descriptor: Int32

      init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(bound == 0)
      }

      deinit { close(descriptor) }

      /// The next report; `nil` after 20 seconds.
      func next() -> String? {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&item, 1, 20_000) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      }
    }

    @Test("notifies its manager when it is ready and when it stops, and writes its log as JSON")
    func notify() throws {
      let sandbox = try Sandbox(startsHub: false)
      let manager = try NotifySocket("\(sandbox.home.path)/notify")
      var environment = sandbox.environment
      environment["NOTIFY_SOCKET"] = manager.path
      var launch = Launch(
        Executables.path("musicbus-hub"),
        ["--lease", "--log-format", "json"],
        environment: environment
      )
      launch.input = .lifeline
      launch.output = .null
      launch.errors = .file(sandbox.logPath)
      let hub = try ChildProcess(launch)
      #expect(manager.next()?.hasPrefix("READY=1\n") == true)
      #expect(try sandbox.musicbus("hub", "status").status == 0)
      hub.closeLifeline()
      #expect(manager.next() == "STOPPING=1")
      #expect(hub.waitForExit(.after(.seconds(60))) == .exited(0))
      let lines = try String(contentsOfFile: sandbox.logPath, encoding: .utf8).split(
        separator: "\n"
      )
      #expect(!lines.isEmpty)
      for line in lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
        #expect(object?["text"] != nil, "\(line)")
      }
    }

    @Test("can be restarted during a call, which the next hub completes")
    func restart() async throws {
      let sandbox = try Sandbox(startsHub: false)
      let environment = sandbox.environment
      #expect(try sandbox.musicbus("hub", "start").status == 0)
      try await sandbox.upstream.setFaults("slow=3000")
      async let search = RunResult.of(
        "musicbus",
        ["search", "artists", "Pink Floyd", "--json", "--no-autostart", "--wait", "10s"],
        environment: environment
      )
      try await sandbox.upstream.awaitRequest("Pink")
      try await sandbox.upstream.setFaults()
      let restart = try sandbox.musicbus("hub", "restart")
      #expect(restart.status == 0, "\(restart)")
      let result = try await search
      #expect(result.status == 0, "\(result)")
      #expect(try result.artists().first?.name == "Pink Floyd")
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
    }

    @Test("can be watched, also while a provider and the hub restart")
    func watched() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("providers").status == 0)
      let watch = try HubWatch(sandbox)
      try watch.wait(for: "audiodb") { $0.providers["audiodb"]?.state == .ready }
      let (hub, pid) = (watch.hub?.pid, try #require(watch.providers["audiodb"]?.pid))
      kill(pid_t(pid), SIGKILL)
      try watch.wait(for: "another process") {
        $0.providers["audiodb"]?.pid.map { $0 != pid } == true
      }
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      try watch.wait(for: "the next hub") { $0.hub?.pid != hub && !$0.providers.isEmpty }
      #expect(watch.interrupt() != nil)
    }

    private struct Silence: Error {}

    @Test(
      "prints counters for Prometheus, changes as lines, and a unit for systemd"
    )
    func metrics() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("search", "artists", "Pink Floyd").status == 0)
      let metrics = try sandbox.musicbus("hub", "metrics")
      #expect(metrics.status == 0)
      let line = try Regex(#"[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+"#)
      for text in metrics.lines where !text.hasPrefix("# ") {
        #expect(text.wholeMatch(of: line) != nil, "\(text)")
      }
      let ok = "musicbus_source_outcomes_total{outcome=\"ok\",provider=\"audiodb\"} "
      let count = metrics.lines.first { $0.hasPrefix(ok) }?.dropFirst(ok.count)
      #expect(count.flatMap { Int($0) } ?? 0 > 0, "\(metrics)")
      var launch = Launch(
        Executables.path("musicbus"),
        ["hub", "watch"],
        environment: sandbox.environment
      )
      launch.output = .pipe
      let watcher = try ChildProcess(launch)
      let output = try #require(watcher.output)
      #expect(output.waitUntilReadable(.after(.seconds(60))))
      guard case .bytes(let bytes) = try output.read() else { throw Silence() }
      let shown = String(decoding: bytes, as: UTF8.self)
      #expect(shown.contains("  hub: ") && !shown.contains("StyledText"), "\(shown)")
      watcher.signal(SIGINT)
      #expect(watcher.waitForExit(.after(.seconds(60))) != nil)
      let unit = try sandbox.musicbus("hub", "unit")
      #expect(unit.output.contains("Type=notify\nExecStart=\"/"))
    }
  }
}
