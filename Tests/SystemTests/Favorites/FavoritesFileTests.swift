import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The favourites file under external influence", .timeLimit(.minutes(10)))
  struct FavoritesFileTests {
    private func add(_ number: Int, _ client: BusClient) throws(ClientError) -> Reply {
      let id = JSONValue.string("shelf:artist:\(number)")
      let row: JSONValue = ["kind": "artist", "id": id, "name": .string("Number \(number)")]
      return try client.reply(to: Call.favoritesImport([EncodedJSON(row)]))
    }

    private func names(_ client: BusClient) throws -> [String] {
      try client.call(.favorites).items.map(\.displayName)
    }

    private func failure(_ body: () throws -> Reply) -> Failure? {
      do {
        _ = try body()
        return nil
      } catch ClientError.failed(let failure) {
        return failure
      } catch {
        return nil
      }
    }

    @Test("is read-only for a second hub, which reports the first one")
    func twoHubs() throws {
      let (first, second) = (try CrashHub(), try CrashHub())
      let one = try first.start()
      #expect(try add(1, first.client()).done.results?.first?.outcome == .added)
      let other = try second.start(["--favorites", first.document])
      let client = try second.client()
      let refusal = failure { try add(2, client) }
      #expect(refusal?.code == .favoritesUnavailable)
      #expect(refusal?.message.contains("(pid \(one.pid))") == true, "\(refusal?.message ?? "")")
      #expect(try names(client) == ["Number 1"])
      // When the first one is gone, the second one can go on.
      one.signal(9)
      _ = one.waitForExit(.after(.seconds(60)))
      #expect(try add(2, client).done.results?.first?.outcome == .added)
      #expect(try names(client) == ["Number 1", "Number 2"])
      other.signal(9)
      _ = other.waitForExit(.after(.seconds(60)))
    }

    @Test("is merged if it is replaced while the hub runs")
    func replaced() throws {
      let hub = try CrashHub()
      let process = try hub.start()
      let client = try hub.client()
      _ = try add(1, client)
      let text = """
        {"format": "musicbus-favorites", "version": 0}
        {"kind": "artist", "id": "shelf:artist:7", "name": "From elsewhere"}

        """
      try Data(text.utf8).write(to: URL(filePath: hub.document), options: .atomic)
      _ = try add(2, client)
      #expect(try Set(names(client)) == ["Number 1", "From elsewhere", "Number 2"])
      let files = try FileManager.default.contentsOfDirectory(atPath: hub.path + "/favorites")
      let other = try #require(files.first { $0.hasPrefix("Favorites.other-") }, "\(files)")
      #expect(try String(contentsOfFile: "\(hub.path)/favorites/\(other)", encoding: .utf8) == text)
      process.signal(9)
      _ = process.waitForExit(.after(.seconds(60)))
      let next = try hub.start()
      #expect(try Set(names(hub.client())) == ["Number 1", "From elsewhere", "Number 2"])
      next.signal(9)
      _ = next.waitForExit(.after(.seconds(60)))
    }

    @Test("is reported if its directory is read-only; everything else works")
    func readOnly() throws {
      // Root may write to every directory of an ordinary file system.
      let hub = try CrashHub()
      let process = try hub.start(["--favorites", "/sys/kernel/Favorites.jsonl"])
      let client = try hub.client()
      let refusal = failure { try add(1, client) }
      #expect(refusal?.code == .favoritesUnavailable)
      #expect(refusal?.message.contains("/sys/kernel") == true, "\(refusal?.message ?? "")")
      #expect(try client.call(.hubStatus).done.hub != nil)
      process.signal(15)
      #expect(process.waitForExit(.after(.seconds(60))) == .exited(0))
    }

    @Test("is not modified if its version is later, and loses only its corrupt lines")
    func damaged() throws {
      let hub = try CrashHub()
      try FileManager.default.createDirectory(
        atPath: hub.path + "/favorites",
        withIntermediateDirectories: true
      )
      let later = "{\"format\":\"musicbus-favorites\",\"version\":7,\"sum\":1}\n"
      try Data(later.utf8).write(to: URL(filePath: hub.document))
      let first = try hub.start()
      let refusal = failure { try add(1, hub.client()) }
      #expect(refusal?.message.contains("format version 7") == true, "\(refusal?.message ?? "")")
      #expect(try String(contentsOfFile: hub.document, encoding: .utf8) == later)
      first.signal(9)
      _ = first.waitForExit(.after(.seconds(60)))
      try FileManager.default.removeItem(atPath: hub.document)
      let second = try hub.start()
      _ = try add(1, hub.client())
      second.signal(9)
      _ = second.waitForExit(.after(.seconds(60)))
      let torn = try Data(contentsOf: URL(filePath: hub.document)) + Data("{\"op\":\"add\",".utf8)
      try torn.write(to: URL(filePath: hub.document))
      let third = try hub.start()
      let reply = try hub.client().call(.favorites)
      #expect(reply.items.count == 1)
      #expect(reply.done.notes?.first?.contains("Favorites.damaged.jsonl") == true)
      third.signal(9)
      _ = third.waitForExit(.after(.seconds(60)))
    }
  }
}
