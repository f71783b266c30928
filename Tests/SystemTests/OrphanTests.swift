import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Orphans of a killed hub", .timeLimit(.minutes(10)))
  struct OrphanTests {
    @Test("end with their lifeline, and their journal entries with them")
    func leases() throws {
      let sandbox = try Sandbox()
      let running = try sandbox.configuredProviders()
      let pids = running.compactMap(\.pid).map(Int32.init)
      #expect(pids.count == running.count && pids.count >= 7)
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      for pid in pids {
        if let end = try? ProcessExitWatch(of: pid) { #expect(end.wait(.after(.seconds(60)))) }
      }
      try sandbox.startHub()
      #expect(try sandbox.configuredProviders().containsOnly { $0.state == .ready })
      #expect(!sandbox.log.contains("an orphan of provider"))
      #expect(sandbox.stopHub() == .exited(0))
      #expect(try notes(of: sandbox).isEmpty)
    }

    @Test("are killed by the next hub if they ignore lifeline and SIGTERM")
    func stubborn() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addProvider(
        "stubborn",
        script: """
          trap '' TERM HUP INT
          /bin/sleep 604 &
          echo $$ $! > "$HOLD/pids.new" && mv "$HOLD/pids.new" "$HOLD/pids"
          while :; do /bin/sleep 1; done
          """
      )
      try sandbox.startHub()
      let path = "\(sandbox.home.path)/pids"
      let pids = try sandbox.awaitFile(path, "its processes") { _ in true }
        .split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
      #expect(pids.count == 2)
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      let ends = try pids.map { try ProcessExitWatch(of: $0) }
      #expect(pids.containsOnly(where: isRunning))
      try FileManager.default.removeItem(atPath: path)
      try sandbox.startHub()
      for end in ends { #expect(end.wait(.after(.seconds(60)))) }
      try sandbox.awaitLog("an orphan of provider stubborn.")
      #expect(sandbox.log.contains("Ended process "))
      // It is one of the hub's again, and goes with it.
      let again = try sandbox.awaitFile(path, "its processes") { _ in true }
        .split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
      #expect(sandbox.stopHub() == .exited(0))
      #expect(!again.contains(where: isRunning))
    }

    /// How a provider ends.
    enum End: CaseIterable {
      case crash, reload, remove, stopOfHub, killOfHub
    }

    @Test(
      "that left their group, session and parent end with their provider",
      arguments: End.allCases
    )
    func leavers(_ end: End) throws {
      let sandbox = try Sandbox()
      let pids = try addLeavers(to: sandbox, clearsEnvironment: end != .killOfHub)
      let exits = try pids.map { try ProcessExitWatch(of: $0) }
      switch end {
      case .crash:
        let pid = try #require(try sandbox.providers()["shelf"]?.pid)
        #expect(kill(pid_t(pid), SIGKILL) == 0)
      case .reload: #expect(try sandbox.musicbus("provider", "reload", "shelf").status == 0)
      case .remove: #expect(try sandbox.musicbus("provider", "remove", "shelf").status == 0)
      case .stopOfHub:
        #expect(sandbox.stopHub() == .exited(0))
        #expect(!pids.contains(where: isRunning))
        #expect(try notes(of: sandbox).isEmpty)
      case .killOfHub:
        #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
        try sandbox.startHub()
        try sandbox.awaitLog("an orphan of provider shelf.")
      }
      for exit in exits { #expect(exit.wait(.after(.seconds(60)))) }
      // Those that the hub adopted are no zombies.
      if end != .stopOfHub, end != .killOfHub {
        try awaitCondition("their ends") { !pids.contains { kill($0, 0) == 0 } }
      }
      // Otherwise the hub is killed, and those of a provider that was started again stay.
      if end != .stopOfHub { #expect(sandbox.stopHub() == .exited(0)) }
    }

    @Test("of a provider that runs stay when another one ends")
    func others() throws {
      let sandbox = try Sandbox()
      let pids = try addLeavers(to: sandbox, clearsEnvironment: false)
      let other = try #require(try sandbox.providers()["audiodb"]?.pid)
      #expect(kill(pid_t(other), SIGKILL) == 0)
      try sandbox.awaitProvider("audiodb") { $0.state == .ready && $0.pid != other }
      #expect(pids.containsOnly(where: isRunning))
      #expect(sandbox.stopHub() == .exited(0))
      #expect(!pids.contains(where: isRunning))
    }

    @Test("that the hub adopts are reaped when they end by themselves")
    func reaped() throws {
      let sandbox = try Sandbox()
      let pids = try addLeavers(to: sandbox, clearsEnvironment: true)
      for pid in pids { #expect(kill(pid, SIGKILL) == 0) }
      try awaitCondition("their ends") { !pids.dropFirst().contains { kill($0, 0) == 0 } }
      #expect(try sandbox.providers()["shelf"]?.restarts == 0)
    }

    /// Adds the provider "shelf", whose processes leave it: a child, an orphan with a child that left
    /// too, and the same with an empty environment.
    ///
    /// - Returns: Their pids; the first is that of the child of the provider.
    private func addLeavers(to sandbox: Sandbox, clearsEnvironment: Bool) throws -> [Int32] {
      let leave = """
        #!/bin/sh
        if [ "$2" ]; then /usr/bin/setsid "$0" "$1" & fi
        echo $$ >> "$1/left"
        exec /bin/sleep 605
        """
      try ExecutableText.write(leave, to: "\(sandbox.home.path)/leave")
      let clear = clearsEnvironment ? "/usr/bin/env -i" : ""
      try sandbox.addProvider(
        "shelf",
        script: """
          /usr/bin/setsid "$HOLD/leave" "$HOLD" &
          while ! [ -s "$HOLD/left" ]; do /bin/sleep 0.01; done
          (/usr/bin/setsid "$HOLD/leave" "$HOLD" more &)
          (\(clear) /usr/bin/setsid "$HOLD/leave" "$HOLD" more &)
          exec '\(Executables.path("StubProvider"))' shelf
          """
      )
      let left = try sandbox.awaitFile("\(sandbox.home.path)/left", "five processes") {
        $0.split(separator: "\n").count == 5
      }
      try sandbox.awaitProvider("shelf") { $0.state == .ready }
      return left.split(separator: "\n").compactMap { Int32($0) }
    }

    private func notes(of sandbox: Sandbox) throws -> [String] {
      let directory = try sandbox.paths.spawned
      return (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }
  }
}
