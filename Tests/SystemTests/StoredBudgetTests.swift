import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Request budgets of a hub that is killed", .timeLimit(.minutes(10)))
  struct StoredBudgetTests {
    /// Requests of iTunes Search in one minute.
    private static let limit = 20

    private func search(_ sandbox: Sandbox, _ text: String) throws -> RunResult {
      let arguments = ["search", "artists", text, "--provider", "itunes-search", "--json"]
      return try RunResult.of("musicbus", arguments, environment: sandbox.environment)
    }

    /// The requests to iTunes that are in the log of the state, which was written last.
    private func requests(in log: String) -> Int {
      let pattern = #/"spent":\[(?<spent>[^\]]*)\],"upstream":"itunes.apple.com"/#
      let counts = log.matches(of: pattern).last?.output.spent.matches(of: #/"count":(\d+)/#)
      return counts?.reduce(0) { $0 + (Int($1.output.1) ?? 0) } ?? 0
    }

    @Test("hold in the next one: the source never sees more requests than it allows")
    func killed() async throws {
      let sandbox = try Sandbox(limited: ["itunes-search"])
      let start = MonotonicClock.nowMs
      for number in 0..<Self.limit { _ = try search(sandbox, "artist \(number)") }
      let spent = try await sandbox.upstream.requests().count { $0.contains("/search") }
      #expect(spent > Self.limit / 2)
      try sandbox.awaitFile("\(sandbox.paths.state)-wal", "the budget to be stored") {
        requests(in: $0) >= spent
      }
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      try sandbox.startHub()
      var outcomes: Set<Outcome> = []
      for number in 0..<Self.limit {
        let result = try search(sandbox, "another \(number)")
        if let outcome = try result.outcome(of: "itunes-search") { outcomes.insert(outcome) }
      }
      let all = try await sandbox.upstream.requests().count { $0.contains("/search") }
      let windows = (MonotonicClock.nowMs - start) / 60_000 + 1
      #expect(all <= Self.limit * windows, "\(all) requests")
      #expect(outcomes.contains(.rateLimited), "\(outcomes)")
    }

    @Test("that were lost with their file cost no reply")
    func lost() throws {
      let sandbox = try Sandbox()
      _ = try search(sandbox, "Pink Floyd")
      #expect(sandbox.stopHub() == .exited(0))
      let path = try sandbox.paths.state
      try "no database".write(toFile: path, atomically: true, encoding: .utf8)
      try sandbox.startHub()
      #expect(try search(sandbox, "Queen").status == 0)
      try sandbox.awaitLog("The state \(path) is corrupt; moved it to \(path).damaged")
    }
  }
}
