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
      let pids = try sandbox.providers().values.compactMap(\.pid).map(Int32.init)
      #expect(pids.count == 7)
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      for pid in pids {
        if let end = try? ProcessExitWatch(of: pid) { #expect(end.wait(.after(.seconds(60)))) }
      }
      try sandbox.startHub()
      #expect(try sandbox.providers().values.containsOnly { $0.state == .ready })
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

    private func notes(of sandbox: Sandbox) throws -> [String] {
      let directory = try sandbox.paths.spawned
      return (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }
  }
}
