import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Favourites on a full disk", .timeLimit(.minutes(10)))
  struct FavoritesFullDiskTests {
    /// A line that grows the file by two kilobytes.
    private func add(_ number: Int, _ client: BusClient) throws -> FavoriteResult? {
      var row: [String: JSONValue] = ["kind": "artist", "name": .string("Number \(number)")]
      row["id"] = .string("shelf:artist:\(number)")
      row["biography"] = .string(String(repeating: "They played. ", count: 150))
      return try client.call(.favoritesImport([EncodedJSON(.object(row))])).first
    }

    /// Adds favourites until the disk is full, makes space, and adds more.
    ///
    /// - Returns: the acknowledged names.
    private func fill(
      _ hub: CrashHub,
      reason: String,
      makeRoom: () throws -> Void
    ) throws -> [String] {
      let client = try hub.client()
      var names: [String] = []
      var refusal: Failure?
      while refusal == nil, names.count < 200 {
        do {
          #expect(try add(names.count, client)?.outcome == .added)
          names.append("Number \(names.count)")
        } catch ClientError.failed(let failure) {
          refusal = failure
        }
      }
      #expect(refusal?.code == .favoritesUnavailable)
      #expect(refusal?.message.contains(reason) == true, "\(refusal?.message ?? "")")
      #expect(names.count >= 10)
      let listed = try client.call(.favorites.with { $0.limit = 200 }).items
      #expect(listed.map(\.displayName) == names)
      #expect(try client.call(.favoritesCheck).isSound)
      try makeRoom()
      for _ in 0..<10 {
        #expect(try add(names.count, client)?.outcome == .added)
        names.append("Number \(names.count)")
      }
      return names
    }

    /// The names that the next hub reads from the file.
    private func names(in hub: CrashHub) throws -> [String] {
      let process = try hub.start()
      let list = try hub.client().call(.favorites.with { $0.limit = 200 })
      let names = list.items.map(\.displayName)
      process.signal(9)
      _ = process.waitForExit(.after(.seconds(60)))
      return names
    }

    @Test(
      "are refused with the reason, and accepted when there is space; acknowledged ones persist"
    )
    func limit() throws {
      let hub = try CrashHub()
      let limit = ["/bin/sh", "-c", "ulimit -S -f 128; exec \"$0\" \"$@\""]
      let process = try hub.start(by: limit)
      let names = try fill(hub, reason: "The file is too large.") {
        let raise = Launch(
          "/usr/bin/prlimit",
          ["--pid", "\(process.pid)", "--fsize=unlimited"],
          environment: .current
        )
        let result = try RunResult.of(raise)
        #expect(result.status == 0, "\(result)")
      }
      process.signal(9)
      _ = process.waitForExit(.after(.seconds(60)))
      #expect(try self.names(in: hub) == names)
    }

    @Test(
      "are refused and accepted alike on a full file system",
      .enabled(if: Namespaces.areAvailable, "needs to mount")
    )
    func fileSystem() throws {
      let (hub, next) = (try CrashHub(), try CrashHub())
      for hub in [hub, next] {
        try FileManager.default.createDirectory(
          atPath: hub.favorites,
          withIntermediateDirectories: true
        )
      }
      let mount = """
        cd "$MUSICBUS_HOME" && mount -t tmpfs -o size=128k tmpfs favorites \
          && head -c 65536 /dev/zero > favorites/other && exec "$0" "$@"
        """
      let process = try hub.start(by: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount])
      // The directory as the hub sees it.
      let directory = "/proc/\(process.pid)/root\(hub.favorites)"
      let names = try fill(hub, reason: "No space left on the disk") {
        try FileManager.default.removeItem(atPath: "\(directory)/other")
      }
      try FileManager.default.copyItem(
        atPath: "\(directory)/Favorites.jsonl",
        toPath: next.document
      )
      process.signal(9)
      _ = process.waitForExit(.after(.seconds(60)))
      #expect(try self.names(in: next) == names)
    }
  }
}
