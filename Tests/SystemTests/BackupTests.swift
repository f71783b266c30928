import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Backups", .timeLimit(.minutes(10)))
  struct BackupTests {
    let sandbox: Sandbox
    let path: String

    init() throws {
      sandbox = try Sandbox()
      path = "\(sandbox.home.path)/backup.tar"
    }

    private func succeed(_ arguments: String...) throws -> RunResult {
      let result = try RunResult.of("musicbus", arguments, environment: sandbox.environment)
      #expect(result.status == 0, "\(arguments): \(result)")
      return result
    }

    private func hub() throws -> Int32? {
      try HubLock.holder(at: HubPaths(environment: sandbox.environment).lock)
    }

    private func pinCount() throws -> Int {
      let line = try succeed("cache", "status", "--json").output
      return try JSONCodec.decode(CacheStatus.self, from: Array(line.utf8)).pinned
    }

    /// Adds what a backup contains.
    private func fill() throws {
      _ = try succeed("favorites", "add", "Pink Floyd", "--wait", "60s", "--timeout", "60s")
      _ = try succeed("same", "itunes:artist:1", "itunes:artist:2")
      _ = try succeed("cache", "pin", "itunes:artist:487143")
      _ = try succeed("config", "set", "client.country", "de")
    }

    /// Removes it.
    private func empty() throws {
      _ = try succeed("favorites", "remove", "Pink Floyd")
      _ = try succeed("undo")
      _ = try succeed("cache", "unpin", "--all")
      _ = try succeed("config", "unset", "client.country")
    }

    private func expectEmpty() throws {
      #expect(try succeed("favorites", "--json").lines.isEmpty)
      #expect(try pinCount() == 0)
    }

    @Test(
      "bring back favourites, verdicts, pins and settings, and a hub that was running runs again"
    )
    func wholeWay() throws {
      defer { _ = try? sandbox.musicbus("hub", "stop") }
      try fill()
      let pins = try pinCount()
      #expect(pins > 0)
      let before = try #require(try hub())
      let backup = try succeed("backup", path)
      #expect(backup.errors.contains("1 favourite, 1 verdict, "), "\(backup)")
      #expect(backup.errors.contains("keep it private"), "\(backup)")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let after = try #require(try hub())
      #expect(after != before)

      try empty()
      try expectEmpty()
      let restored = try succeed("restore", path)
      #expect(restored.errors.contains("1 favourite, 1 verdict, "), "\(restored)")
      #expect(try succeed("favorites", "--json").artists().map(\.name) == ["Pink Floyd"])
      // A hub that has just started has not read all yet.
      try awaitCondition("the pins") { try pinCount() == pins }
      #expect(try succeed("config", "get", "client.country").output == "de\n")
      #expect(try succeed("undo").output.contains("itunes:artist:1"))

      // What was there before can be restored, too.
      let data = "\(sandbox.home.path)/data"
      let saved = try FileManager.default.contentsOfDirectory(atPath: data)
        .filter { $0.hasPrefix("before-restore-") }
      #expect(saved.count == 1, "\(saved)")
      _ = try succeed("restore", "\(data)/\(try #require(saved.first))")
      try expectEmpty()
    }

    @Test("change nothing if they are cut off, were changed, or are another file")
    func damaged() throws {
      defer { _ = try? sandbox.musicbus("hub", "stop") }
      try fill()
      _ = try succeed("backup", path)
      try empty()
      let whole = try Data(contentsOf: URL(filePath: path))
      let name = try #require(whole.firstRange(of: Data("Pink Floyd".utf8)))
      var changed = whole
      changed.replaceSubrange(name, with: Data("Punk Floyd".utf8))
      let running = try #require(try hub())
      let others = [
        (whole.prefix(whole.count / 2), "is damaged"), (whole.dropLast(512), "is damaged"),
        (changed, "has another checksum"), (Data("hello".utf8), "is not a backup"),
        (Data(), "is not a backup"),
      ]
      for (bytes, reason) in others {
        let other = "\(sandbox.home.path)/other.tar"
        try bytes.write(to: URL(filePath: other))
        let result = try sandbox.musicbus("restore", other)
        #expect(result.status == 1 && result.errors.contains(reason), "\(result)")
        #expect(result.errors.contains("Nothing was changed."), "\(result)")
      }
      #expect(try hub() == running)
      try expectEmpty()
    }

    @Test("replace no file unless that is wanted, and need a directory")
    func destinations() throws {
      defer { _ = try? sandbox.musicbus("hub", "stop") }
      let running = try #require(try hub())
      try Data("mine".utf8).write(to: URL(filePath: path))
      let refused = try sandbox.musicbus("backup", path)
      #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused)")
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
      let nowhere = try sandbox.musicbus("backup", "\(sandbox.home.path)/nowhere/a.tar")
      #expect(nowhere.status == 1 && nowhere.errors.contains("does not exist"), "\(nowhere)")
      #expect(try sandbox.musicbus("backup", "a.tar.gz").status == 64)
      #expect(try hub() == running)
      _ = try succeed("backup", path, "--force")
      #expect(try hub() != nil)
    }

    @Test("start no hub if none was running, and need none")
    func withoutHub() throws {
      #expect(sandbox.stopHub() == .exited(0))
      _ = try succeed("backup", path)
      _ = try succeed("restore", path)
      #expect(try hub() == nil)
    }
  }
}
