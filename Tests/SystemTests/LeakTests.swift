import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Restarts of providers", .timeLimit(.minutes(20)))
  struct LeakTests {
    /// The number of losses after which a provider is not yet quarantined.
    private static let lossesInARow = 4
    private static let providerCount = 8

    /// In the long run a thousand restarts, else some thirty.
    private static let rounds = lossesInARow * LongRun.pick(1, long: 32)

    @Test("leak no descriptor, memory or zombie process")
    func leaks() throws {
      let sandbox = try Sandbox(startsHub: false)
      let names = (0..<LeakTests.providerCount).map { "model-\($0)" }
      for name in names { try sandbox.addStubProvider(name) }
      try sandbox.startHub()
      let hub = try #require(sandbox.hubPid)
      var pids = try newProcesses(of: names, insteadOf: [:], sandbox)
      // Only then the hub has opened its files, those of libdispatch for timers among them.
      #expect(try sandbox.musicbus("cache", "status").status == 0)
      #expect(try sandbox.musicbus("search", "albums", "any", "--provider", names[0]).status == 0)
      try awaitCondition("a timer") { openFiles(hub).contains("anon_inode:[timerfd]") }
      let files = openFiles(hub).count
      var memory: [Int] = []
      for round in 0..<LeakTests.rounds {
        if round > 0, round % LeakTests.lossesInARow == 0 {
          for name in names { #expect(try sandbox.musicbus("provider", "reset", name).status == 0) }
        }
        for pid in pids.values { kill(pid, SIGKILL) }
        pids = try newProcesses(of: names, insteadOf: pids, sandbox)
        memory.append(try residentKilobytes(hub))
      }
      #expect(try sandbox.configuredProviders().containsOnly { $0.state == .ready })
      #expect(zombies(of: hub).isEmpty)
      // Connections of commands come and go.
      try awaitCondition("\(files) open files") { openFiles(hub).count <= files }
      let growth = (memory.last ?? 0) - (memory.first ?? 0)
      #expect(growth <= 2_048 + (memory.first ?? 0) / 20, "\(memory) kB")
      #expect(sandbox.stopHub() == .exited(0))
      #expect(!pids.values.contains(where: isRunning))
    }

    /// Waits until each of the providers serves from another process than before.
    private func newProcesses(
      of names: [String],
      insteadOf old: [String: Int32],
      _ sandbox: Sandbox
    ) throws -> [String: Int32] {
      var pids: [String: Int32] = [:]
      try HubWatch(sandbox).wait(for: "new processes") { watch in
        pids = watch.providers.filter { names.contains($0.key) && $0.value.state == .ready }
          .compactMapValues { $0.pid.map(Int32.init) }
        return names.allSatisfy { pids[$0] != nil && pids[$0] != old[$0] }
      }
      return pids
    }

    /// What the open files of a process are.
    private func openFiles(_ pid: Int32) -> [String] {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
      return numbers.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)")
      }
    }

    private func residentKilobytes(_ pid: Int32) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
      return try #require(Int(line.split(separator: " ", omittingEmptySubsequences: true)[1]))
    }

    private func zombies(of parent: Int32) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.filter { Int32($0) != nil }.filter { pid in
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
          let end = text.lastIndex(of: ")")
        else { return false }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields[0] == "Z" && Int32(fields[1]) == parent
      }
    }
  }
}
