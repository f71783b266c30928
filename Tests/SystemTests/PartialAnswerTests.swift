import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Answers when a source does not do its part", .timeLimit(.minutes(3)))
  struct PartialAnswerTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func search(_ arguments: String...) throws -> RunResult {
      try RunResult.of(
        "musicbus",
        ["search", "artists", "Pink Floyd", "--json"] + arguments,
        environment: sandbox.environment
      )
    }

    @Test("a failing source costs only itself, and is named")
    func failing() async throws {
      try await sandbox.upstream.setFaults("500:/api/v1")
      let result = try search()
      #expect(result.status == 75, "\(result)")
      #expect(try result.artists().first?.name == "Pink Floyd")
      #expect(try result.outcome(of: "audiodb") == .failed)
      #expect(try result.outcome(of: "itunes-search") == .ok)
      #expect(result.errors.contains("audiodb"))
    }

    @Test("a slow source is not waited for longer than the caller wants")
    func slow() async throws {
      try await sandbox.upstream.setFaults("slow=8000:/api/v1")
      let result = try search("--wait", "500ms")
      #expect(try result.artists().first?.name == "Pink Floyd")
      #expect(try result.outcome(of: "audiodb") == .late)
      #expect(result.status == 75)
    }

    @Test("a source that limits the rate is told as that, with when to come back")
    func limited() async throws {
      try await sandbox.upstream.setFaults("403:/search")
      let result = try search()
      #expect(try result.outcome(of: "itunes-search") == .rateLimited)
      #expect(result.status == 75)
    }

    @Test(
      "broken, cut, huge and foreign bodies cost only their source",
      arguments: ["html", "cut", "cut-json", "garbage", "huge=24", "redirect-loop"]
    )
    func broken(_ fault: String) async throws {
      try await sandbox.upstream.setFaults("\(fault):/api/v1")
      let result = try search("--timeout", "20s", "--wait", "15s")
      #expect(result.status == 75, "\(result)")
      #expect(try result.artists().first?.name == "Pink Floyd")
      let report = try #require(try result.sources().first { $0.provider.rawValue == "audiodb" })
      #expect(report.outcome == .failed)
      #expect(report.error?.message.isEmpty == false)
    }

    @Test("compressed and redirected answers are answers", arguments: ["gzip", "redirect"])
    func unusual(_ fault: String) async throws {
      try await sandbox.upstream.setFaults("\(fault):/api/v1")
      let result = try search()
      #expect(result.status == 0, "\(result)")
      #expect(try result.outcome(of: "audiodb") == .ok)
    }

    @Test("when every source fails, that is the answer")
    func allFail() async throws {
      try await sandbox.upstream.setFaults("500")
      let result = try search()
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(try result.sources().count == 2)
    }

    @Test("a provider that is killed in a call costs only itself, and comes back")
    func killed() async throws {
      try await sandbox.upstream.setFaults("slow=6000:/api/v1")
      let before = try #require(try pid(of: "audiodb"))
      let environment = sandbox.environment
      async let asked = RunResult.of(
        "musicbus",
        ["search", "artists", "Pink Floyd", "--json", "--wait", "10s"],
        environment: environment
      )
      try await sandbox.upstream.awaitRequest("/api/v1")
      kill(before, SIGKILL)
      let result = try await asked
      #expect(try result.artists().first?.name == "Pink Floyd", "\(result)")
      #expect(try result.outcome(of: "itunes-search") == .ok)
      try await sandbox.upstream.setFaults()
      let after = try search("--wait", "10s")
      #expect(after.status == 0, "\(after)")
      #expect(try pid(of: "audiodb") != before)
    }

    private func pid(of provider: String) throws -> Int32? {
      let result = try sandbox.musicbus("providers", "--json")
      for line in result.lines {
        let status = try JSONDecoder().decode(ProviderStatus.self, from: Data(line.utf8))
        if status.id.rawValue == provider { return status.pid.map(Int32.init) }
      }
      return nil
    }
  }
}
