import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

@Suite("The hub on the command line", .timeLimit(.minutes(2)))
struct HubCommandTests {
  let home: Home

  init() throws { home = try Home() }

  @Test("is started once, looked at, and stopped; both ends may be asked for again")
  func life() throws {
    #expect(try home.musicbus("hub", "status").status == 69)
    let start = try home.musicbus("hub", "start")
    #expect(start.status == 0)
    let pid = try #require(try HubLock.holder(at: home.places.lock))
    #expect(
      start.errors == "musicbus: Started a hub (process \(pid)); musicbus hub stop ends it.\n"
    )
    let again = try home.musicbus("hub", "start")
    #expect(again.status == 0)
    #expect(again.errors == "A hub is running already (process \(pid)).\n")

    let status = try home.musicbus("hub", "status", "--json")
    let hub = try JSONDecoder().decode(HubStatus.self, from: Data(status.output.utf8))
    #expect(hub.pid == Int(pid))
    #expect(status.lines.count == 1)
    #expect(try home.musicbus("hub").lines.contains("process        \(pid)"))

    let stop = try home.musicbus("hub", "stop")
    #expect(stop.status == 0)
    #expect(stop.errors == "Stopped the hub (process \(pid)).\n")
    #expect(try HubLock.holder(at: home.places.lock) == nil)
    let nothing = try home.musicbus("hub", "stop")
    #expect(nothing.status == 0)
    #expect(nothing.errors == "No hub is running in \(home.places.runtime).\n")
  }

  @Test("is of one version with the command line")
  func version() throws {
    let environment = home.environment
    let hub = try RunResult.of("musicbus-hub", ["--version"], environment: environment)
    #expect(hub.output == "musicbus-hub 1.0.0\n")
    #expect(try home.musicbus("--version").output == "musicbus 1.0.0\n")
  }

  @Test("that hangs is waited for until Ctrl-C, and can be got rid of")
  func wedged() throws {
    _ = try home.musicbus("hub", "start")
    let pid = try #require(try HubLock.holder(at: home.places.lock))
    kill(pid, SIGSTOP)

    var launch = Launch(
      Executables.path("musicbus"),
      ["hub", "status"],
      environment: home.environment
    )
    launch.errors = .pipe
    let waiting = try ChildProcess(launch)
    // It has nothing to wait for but the answer once it has connected.
    try awaitConnection(of: waiting)
    waiting.signal(SIGINT)
    #expect(waiting.waitForExit(.after(.seconds(5))) == .killed(signal: SIGINT))

    let stop = try home.musicbus("hub", "stop")
    #expect(stop.status == 0)
    #expect(stop.errors.contains("does not listen"))
    #expect(try HubLock.holder(at: home.places.lock) == nil)
  }

  /// Waits until the process catches SIGINT, which it does only while it talks to a hub.
  private func awaitConnection(of process: ChildProcess) throws {
    let deadline = Deadline.after(.seconds(10))
    while !deadline.isExpired {
      let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt") })
      let caught = try #require(UInt64(line.suffix(16), radix: 16))
      if caught & (1 << (SIGINT - 1)) != 0 { return }
    }
    Issue.record("it never connected")
  }

  @Test("may not be started where that is forbidden", arguments: ["option", "variable", "file"])
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
        == "musicbus: No hub is running in \(home.places.runtime). Start one: musicbus hub start\n"
    )
  }

  @Test("cannot work in a folder that is open to others")
  func openFolder() throws {
    try home.places.prepare()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777],
      ofItemAtPath: home.places.runtime
    )
    let result = try home.musicbus("hub", "start")
    #expect(result.status == 69)
    #expect(result.errors.contains("is open to other users (mode 777). Close it: chmod 700"))
  }
}
