import BusProtocol
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The lines of a watch")
struct WatchLinesTests {
  private func lines(_ calls: Int? = nil, _ change: (inout Part) -> Void) -> [String] {
    var part = Part()
    change(&part)
    return WatchLines(part, after: calls).lines.map { $0.rendered(as: .plain) }
  }

  @Test("show the hub's counters and the number of new calls")
  func hub() {
    let status = HubStatus(version: "1", pid: 2, uptimeMs: 3, clients: 1, inflight: 2, calls: 31)
    #expect(lines { $0.hub = status } == ["hub: 31 calls, 2 in flight, 1 client"])
    #expect(lines(30) { $0.hub = status } == ["hub: 31 calls (1 new), 2 in flight, 1 client"])
  }

  @Test("show a provider's state and why it is not ready")
  func provider() throws {
    let id = try #require(ProviderID(rawValue: "archive"))
    var status = ProviderStatus(id: id, state: .ready, methods: [])
    (status.calls, status.lastError) = (12, "it was slow")
    #expect(lines { $0.providers = [status] } == ["archive: ready, 12 calls, 0 failed"])
    (status.state, status.restarts, status.failures) = (.restarting, 1, 1)
    #expect(
      lines { $0.providers = [status] }
        == ["archive: restarting, 12 calls, 1 failed, 1 restart; it was slow"]
    )
    #expect(lines { $0.removed = [id] } == ["archive: removed"])
  }

  @Test("show favourites by name")
  func favorites() {
    let id = EntityID("archive:artist:17")
    let added = FavoriteEvent(.added, favorite: "01J", entity: id, name: "Nina\u{1B} Simone")
    #expect(lines { $0.favorites = [added] }.first?.hasPrefix("favourites: added Nina") == true)
    #expect(lines { $0.favorites = [FavoriteEvent(.many)] } == ["favourites: many changes"])
  }
}
