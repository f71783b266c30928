import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Replies when a source fails", .timeLimit(.minutes(10)))
  struct PartialReplyTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func search(_ arguments: String...) throws -> RunResult {
      try RunResult.of(
        "musicbus",
        ["search", "artists", "Pink Floyd", "--json"] + arguments,
        environment: sandbox.environment
      )
    }

    @Test("lack only the failing source, and name it")
    func failing() async throws {
      try await sandbox.upstream.setFaults("500:/api/v1")
      let result = try search()
      #expect(result.status == 0, "\(result)")
      #expect(try search("--complete").status == 75)
      #expect(try result.artists().first?.name == "Pink Floyd")
      #expect(try result.outcome(of: "audiodb") == .failed)
      #expect(try result.outcome(of: "itunes-search") == .ok)
      #expect(result.errors.contains("audiodb"))
    }

    @Test("do not wait for a slow source beyond the soft deadline")
    func slow() async throws {
      try await sandbox.upstream.setFaults("slow=8000:/api/v1")
      let result = try search("--wait", "500ms")
      #expect(try result.artists().first?.name == "Pink Floyd")
      #expect(try result.outcome(of: "audiodb") == .late)
      #expect(result.status == 0)
    }

    @Test("report a rate limit, with the time of the next try")
    func limited() async throws {
      try await sandbox.upstream.setFaults("403:/search")
      let result = try search()
      #expect(try result.outcome(of: "itunes-search") == .rateLimited)
      #expect(result.status == 0)
    }

    @Test(
      "broken, cut, huge and foreign bodies cost only their source",
      arguments: ["html", "cut", "cut-json", "garbage", "huge=24", "redirect-loop"]
    )
    func broken(_ fault: String) async throws {
      try await sandbox.upstream.setFaults("\(fault):/api/v1")
      let result = try search("--timeout", "20s", "--wait", "15s")
      #expect(result.status == 0, "\(result)")
      #expect(try result.artists().first?.name == "Pink Floyd")
      let report = try #require(try result.sources().first { $0.provider.rawValue == "audiodb" })
      #expect(report.outcome == .failed)
      #expect(report.error?.message.isEmpty == false)
    }

    @Test(
      "contain results of compressed and redirected responses",
      arguments: ["gzip", "redirect"]
    )
    func unusual(_ fault: String) async throws {
      try await sandbox.upstream.setFaults("\(fault):/api/v1")
      let result = try search()
      #expect(result.status == 0, "\(result)")
      #expect(try result.outcome(of: "audiodb") == .ok)
    }

    @Test("are errors if every source fails")
    func allFail() async throws {
      try await sandbox.upstream.setFaults("500")
      let result = try search()
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(try result.sources().count == 5)
    }

    @Test("lack only a provider that is killed, and contain it after its restart")
    func killed() async throws {
      try await sandbox.upstream.setFaults("slow=6000:/api/v1")
      let before = try #require(try pid(of: "audiodb"))
      let environment = sandbox.environment
      async let interrupted = RunResult.of(
        "musicbus",
        ["search", "artists", "Pink Floyd", "--json", "--wait", "10s"],
        environment: environment
      )
      try await sandbox.upstream.awaitRequest("/api/v1")
      kill(before, SIGKILL)
      // What is asked again after the restart is not late.
      try await sandbox.upstream.setFaults()
      let result = try await interrupted
      #expect(try result.artists().first?.name == "Pink Floyd", "\(result)")
      #expect(try result.outcome(of: "itunes-search") == .ok)
      let after = try search("--wait", "10s")
      #expect(after.status == 0, "\(after)")
      #expect(try pid(of: "audiodb") != before)
    }

    private func pid(of provider: String) throws -> Int32? {
      let result = try sandbox.musicbus("providers", "--json")
      for line in result.lines {
        let status = try JSONCodec.decode(ProviderStatus.self, from: Array(line.utf8))
        if status.id.rawValue == provider { return status.pid.map(Int32.init) }
      }
      return nil
    }
  }
}
