import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Favourites of a hub that is killed", .ownThreads, .timeLimit(.minutes(90)))
  struct FavoritesCrashTests {
    private static let rounds = LongRun.pick(50, long: 1000)

    @Test("are exactly the acknowledged ones, in the same order")
    func killed() async throws {
      var random = SeededRandom(5)
      let hub = try CrashHub()
      let load = CrashLoad(hub: hub)
      var outcomes = (0..<CrashLoad.owners).map {
        CrashLoad.Outcome(acknowledged: ClientFavorites(owner: $0))
      }
      for round in 0...FavoritesCrashTests.rounds {
        let process = try hub.start()
        let lists = try compare(outcomes, at: hub, round)
        try #require(!lists.isEmpty, "round \(round): see above")
        outcomes = try await load.run(process.pid, lists, &random)
        #expect(process.waitForExit(.after(.seconds(60))) == .killed(signal: 9), "round \(round)")
      }
      #expect(load.acknowledged.value > FavoritesCrashTests.rounds)
    }

    /// Compares the favourites of a new hub with those that the clients expect.
    ///
    /// - Returns: the favourites of each client, empty if they are not as expected.
    private func compare(
      _ outcomes: [CrashLoad.Outcome],
      at hub: CrashHub,
      _ round: Int
    ) throws -> [ClientFavorites] {
      let client = try hub.client()
      let favorites = try client.call(.favorites.with { $0.limit = 200 }).items
      let check = try client.call(.favoritesCheck)
      #expect(check.isSound && check.favorites == favorites.count, "round \(round): \(check)")
      var found: [ClientFavorites] = []
      for outcome in outcomes {
        let list = ClientFavorites(owner: outcome.acknowledged.owner, in: favorites)
        found.append(list)
        if list == outcome.acknowledged || list == outcome.acknowledged.after(outcome.pending) {
          continue
        }
        Issue.record("round \(round): \(list) is not \(outcome)")
        return []
      }
      #expect(found.map(\.order.count).reduce(0, +) == favorites.count, "round \(round)")
      return found
    }
  }
}
