import BusProtocol
import CommandKit
import HostKit
import MusicModel
import Synchronization
import TestKit
import Testing

@testable import musicbus

@Suite("A change of the favourites whose session is lost", .timeLimit(.minutes(10)))
struct FavoritesRepeatTests {
  @Test("is repeated with the same id", arguments: ["add", "toggle", "remove"])
  func same(_ command: String) throws {
    let directory = try TestDirectory()
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let changes = Mutex<[String?]>([])
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call, message.header.method != .favoritesGet else { return nil }
      let parameters: CallParameters = try message.decodeBody()
      let count = changes.withLock { changes in
        changes.append(parameters.change)
        return changes.count
      }
      if count == 1 { return [try WireMessage(Header(type: .bye), Bye(code: .sessionUnknown))] }
      var done = Done(parts: 0)
      done.results = [FavoriteResult(.added, key: "audiodb:artist:1")]
      return [try WireMessage(Header(type: .done, re: message.header.id), done)]
    }
    #expect(try hub.run(["favorites", command, "audiodb:artist:1"], environment) == .ok)
    let made = changes.withLock { $0 }
    #expect(made.count == 2 && made[0] != nil && made[0] == made[1], "\(made)")
  }
}
