import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

@Suite("The hub on the command line", .timeLimit(.minutes(10)))
struct HubCommandTests {
  let home: Home

  init() throws { home = try Home() }

  @Test("starts once, shows its status and stops; start and stop may be repeated")
  func life() throws {
    #expect(try home.musicbus("hub", "status").status == 69)
    let start = try home.musicbus("hub", "start")
    #expect(start.status == 0)
    let pid = try #require(try HubLock.holder(at: home.paths.lock))
    #expect(
      start.errors == "musicbus: Started a hub (pid \(pid)); stop it with \"musicbus hub stop\".\n"
    )
    let again = try home.musicbus("hub", "start")
    #expect(again.status == 0)
    #expect(again.errors == "A hub is already running (pid \(pid)).\n")

    let status = try home.musicbus("hub", "status", "--json")
    let hub = try JSONCodec.decode(HubStatus.self, from: Array(status.output.utf8))
    #expect(hub.pid == Int(pid))
    #expect(status.lines.count == 1)
    #expect(try home.musicbus("hub").lines.contains("pid            \(pid)"))

    let stop = try home.musicbus("hub", "stop")
    #expect(stop.status == 0)
    #expect(stop.errors == "Stopped the hub (pid \(pid)).\n")
    #expect(try HubLock.holder(at: home.paths.lock) == nil)
    let nothing = try home.musicbus("hub", "stop")
    #expect(nothing.status == 0)
    #expect(nothing.errors == "No hub is running in \(home.paths.runtime).\n")
  }

  @Test("has the same version as the command line")
  func version() throws {
    let environment = home.environment
    let hub = try RunResult.of("musicbus-hub", ["--version"], environment: environment)
    #expect(hub.output == "musicbus-hub 1.0.0\n")
    #expect(try home.musicbus("--version").output == "musicbus 1.0.0\n")
  }

  @Test("that hangs is awaited until Ctrl-C and can be stopped")
  func wedged() throws {
    _ = try home.musicbus("hub", "start")
    let pid = try #require(try HubLock.holder(at: home.paths.lock))
    kill(pid, SIGSTOP)

    var launch = Launch(
      Executables.path("musicbus"),
      ["hub", "status"],
      environment: home.environment
    )
    launch.errors = .pipe
    let waiting = try ChildProcess(launch)
    // Once connected, it only waits for the reply.
    try awaitConnection(of: waiting)
    waiting.signal(SIGINT)
    #expect(waiting.waitForExit(.after(.seconds(5))) == .killed(signal: SIGINT))

    let stop = try home.musicbus("hub", "stop")
    #expect(stop.status == 0)
    #expect(stop.errors.contains("is not responding"))
    #expect(try HubLock.holder(at: home.paths.lock) == nil)
  }

  /// Waits until the process catches SIGINT, which it does only while it is connected to a hub.
  private func awaitConnection(of process: ChildProcess) throws {
    try awaitCondition("a connection") {
      let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt") })
      let caught = try #require(UInt64(line.suffix(16), radix: 16))
      return caught & (1 << (SIGINT - 1)) != 0
    }
  }

  @Test("is not started if that is forbidden", arguments: ["option", "variable", "file"])
  func forbidden(by way: String) throws {
    var environment = home.environment
    var arguments = ["providers"]
    switch way {
    case "option": arguments.append("--no-autostart")
    case "variable": environment["MUSICBUS_NO_AUTOSTART"] = "1"
    default: _ = try home.musicbus("config", "set", "client.autostart", "false")
    }
    let result = try RunResult.of("musicbus", arguments, environment: environment)
    #expect(result.status == 69)
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "musicbus: No hub is running in \(home.paths.runtime). Start one: musicbus hub start\n"
    )
  }

  @Test("rejects a directory that other users can access")
  func openDirectory() throws {
    try home.paths.prepare()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777],
      ofItemAtPath: home.paths.runtime
    )
    let result = try home.musicbus("hub", "start")
    #expect(result.status == 69)
    #expect(result.errors.contains("is accessible to other users (mode 777). Fix it: chmod 700"))
  }
}
