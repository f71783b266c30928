import Glibc
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Completion of words that the hub knows", .timeLimit(.minutes(10)))
  struct CompletionTests {
    /// The candidates for the last word; a hub of a busy machine may be too slow at first.
    private func completed(_ sandbox: Sandbox, _ line: String..., count: Int = 1) throws -> [String]
    {
      var lines: [String] = []
      try awaitCondition("candidates of \(line)") {
        let result = try RunResult.of(
          "musicbus",
          ["__complete"] + line,
          environment: sandbox.environment
        )
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        lines = result.lines
        return lines.count >= count
      }
      return lines
    }

    @Test("favourites, recent searches and providers come from a running hub")
    func words() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("favorites", "add", "itunes:artist:487143").status == 0)
      #expect(try sandbox.musicbus("search", "albums", "Pinkerton").status == 0)
      #expect(try completed(sandbox, "favorites", "show", "pi") == ["Pink Floyd\tartist"])
      let names = try completed(sandbox, "album", "Pi")
      #expect(names == ["Pinkerton\trecent search"])
      #expect(try completed(sandbox, "artist", "pin", count: 2).count == 2)
      #expect(
        try completed(sandbox, "--provider", "itunes-s") == ["itunes-search\tready"]
      )
    }

    @Test("without a hub, or if it does not reply, nothing is suggested, and no hub is started")
    func noHub() throws {
      let none = try Sandbox(startsHub: false)
      let result = try none.musicbus("__complete", "favorites", "show", "")
      #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result)")
      #expect(try HubLock.holder(at: HubPaths(environment: none.environment).lock) == nil)
      let stopped = try Sandbox()
      let pid = try #require(stopped.hubPid)
      kill(pid, SIGSTOP)
      defer { kill(pid, SIGCONT) }
      let silent = try stopped.musicbus("__complete", "favorites", "show", "")
      #expect(silent.status == 0 && silent.output.isEmpty && silent.errors.isEmpty, "\(silent)")
    }
  }
}
