import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("A favourite and a wrong id")
struct FavoriteEvidenceTests {
  let hub = HubDriver.withFavorites()
  let store: ModelProvider
  let wrong: ModelProvider
  let client: ModelClient

  init() {
    store = hub.connectProvider("itunes-search", serving: [.searchArtists, .getArtist]) {
      $0.namespaces = ["itunes:artist"]
    }
    wrong = hub.connectProvider("x", serving: [.searchArtists, .getArtist]) {
      $0.namespaces = ["x:artist", "itunes:artist"]
    }
    client = hub.connectClient()
  }

  private let queen = artist("itunes:artist:3296287", name: "Queen")
  private let coldplay = artist("itunes:artist:471744", name: "Coldplay")

  private func reply(
    _ method: BusProtocol.Method,
    _ change: (inout CallParameters) -> Void,
    _ replies: [ProviderID: Entity]
  ) -> CallReply? {
    let call = client.call(method, change)
    for provider in [store, wrong] {
      for taken in provider.takeCalls() {
        provider.reply(to: taken, replies[provider.id].map { [$0] } ?? [])
      }
    }
    return client.reply(to: call)
  }

  private func names() -> [String] {
    (client.favorites()?.items ?? []).map {
      "\($0.displayName) \($0.ids.map(\.description).sorted().joined(separator: " "))"
    }
  }

  @Test("stays itself, whatever is searched, shown or restarted")
  func wrongID() {
    client.importRows(queen, coldplay)
    let record = artist("x:artist:1", "itunes:artist:471744", name: "Queen")
    for number in 0..<2 {
      _ = reply(
        .searchArtists,
        { $0.text = "queen \(number)" },
        [store.id: queen, wrong.id: record]
      )
      _ = reply(
        .getArtist,
        { $0.id = id("itunes:artist:471744") },
        [store.id: coldplay, wrong.id: record]
      )
      _ = reply(
        .getArtist,
        { $0.id = id("itunes:artist:3296287") },
        [store.id: queen, wrong.id: record]
      )
    }
    #expect(client.favorites()?.names == ["Queen", "Coldplay"])
    let get = client.call(.getFavorite) { $0.key = "itunes:artist:471744" }
    #expect(client.reply(to: get)?.names == ["Coldplay"])
  }
}
