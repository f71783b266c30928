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
    private static let isLong = ProcessInfo.processInfo.environment["MUSICBUS_LONG"] == "1"
    private static let rounds = isLong ? 1000 : 50

    @Test("are what was acknowledged: nothing is lost, nothing invented, the order is kept")
    func killed() async throws {
      var random = SeededRandom(5)
      let hub = try CrashHub()
      let load = CrashLoad(hub: hub)
      var outcomes = (0..<CrashLoad.owners).map { CrashLoad.Outcome(sure: Shelf(owner: $0)) }
      for round in 0...FavoritesCrashTests.rounds {
        let process = try hub.start()
        let shelves = try look(outcomes, at: hub, round)
        try #require(!shelves.isEmpty, "round \(round): see above")
        outcomes = try await load.run(process.pid, shelves, &random)
        #expect(process.waitForExit(.after(.seconds(10))) == .killed(signal: 9), "round \(round)")
      }
      #expect(load.acknowledged.value > FavoritesCrashTests.rounds)
    }

    /// Compares what a new hub tells with what the clients know.
    ///
    /// - Returns: what is there; nothing where that cannot be.
    private func look(
      _ outcomes: [CrashLoad.Outcome],
      at hub: CrashHub,
      _ round: Int
    ) throws -> [Shelf] {
      let client = try hub.client()
      var parameters = CallParameters()
      parameters.limit = 200
      let favorites = try client.call(.listFavorites, parameters).items
      let check = try #require(try client.call(.checkFavorites).done.check)
      #expect(check.isSound && check.favorites == favorites.count, "round \(round): \(check)")
      var found: [Shelf] = []
      for outcome in outcomes {
        let shelf = Shelf(owner: outcome.sure.owner, in: favorites)
        found.append(shelf)
        if shelf == outcome.sure || shelf == outcome.sure.after(outcome.open) { continue }
        Issue.record("round \(round): \(shelf) is not \(outcome)")
        return []
      }
      #expect(found.map(\.order.count).reduce(0, +) == favorites.count, "round \(round)")
      return found
    }
  }
}
