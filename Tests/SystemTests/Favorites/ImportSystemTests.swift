import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Imports and the hub", .timeLimit(.minutes(10)))
  struct ImportSystemTests {
    let sandbox: Sandbox
    private var file: String { "\(sandbox.home.path)/list.txt" }

    init() throws { sandbox = try Sandbox() }

    private func write(_ names: String...) throws {
      try Data(names.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    }

    private func imports() throws -> [[String]] {
      let list = try sandbox.musicbus("favorites", "imports", "--plain")
      return list.lines.dropFirst().map { $0.split(separator: "\t").map(String.init) }
    }

    @Test("an import goes on when its command is interrupted, and after its hub was killed")
    func killed() async throws {
      try write("Pink Floyd - Time", "Queen - Love of My Life", "Nobody Atall - Nothing Here")
      try await sandbox.upstream.setFaults("hang")
      let command = try RunningCommand(["favorites", "import", file], sandbox.environment)
      try command.awaitText("3 rows, 3 to look up")
      try awaitCondition("the import") { try imports().first?[2] == "running" }
      #expect(command.interrupt() != .exited(0))
      try command.awaitText("The import continues in the background")
      #expect(sandbox.signalHub(SIGKILL) != nil)
      try await sandbox.upstream.setFaults()
      try sandbox.startHub()
      try awaitCondition("the end of the import") { try imports().first?[2] == "done" }
      let ended = try #require(try imports().first)
      #expect(Array(ended[1...]) == ["list.txt", "done", "2", "0", "1", "0"])
      let favorites = try sandbox.musicbus("favorites", "--json")
      #expect(favorites.lines.count == 2, "\(favorites)")
    }

    @Test("an import is stopped by its id, and goes on when the file is imported again")
    func stopped() async throws {
      try write("Pink Floyd - Time")
      try await sandbox.upstream.setFaults("hang")
      let command = try RunningCommand(["favorites", "import", file], sandbox.environment)
      try command.awaitText("1 row, 1 to look up")
      let id = try #require(try imports().first?[0])
      let stopped = try sandbox.musicbus("favorites", "imports", "--stop", id)
      #expect(stopped.status == 0 && stopped.errors.contains("Stopped: list.txt"), "\(stopped)")
      try command.awaitText("The import was stopped.")
      #expect(command.interrupt() == .exited(1))
      try await sandbox.upstream.setFaults()
      let again = try sandbox.musicbus("favorites", "import", file, "--plain")
      #expect(again.status == 0 && again.output.contains("Matched\t1\n"), "\(again)")
      let unknown = try sandbox.musicbus("favorites", "imports", "--stop", "none")
      #expect(unknown.status == 1 && unknown.errors.contains("no import \"none\""), "\(unknown)")
    }
  }
}
