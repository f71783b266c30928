import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Similar artists")
struct SimilarArtistsTests {
  let hub = HubDriver()

  @Test("those that several sources list come first, then those that a source lists first")
  func agreement() throws {
    let a = hub.connectProvider(
      "a",
      serving: [.artistSimilar],
      namespaces: ["a:artist", "mbid:artist"]
    )
    let b = hub.connectProvider(
      "b",
      serving: [.artistSimilar],
      namespaces: ["b:artist", "mbid:artist"]
    )
    let client = hub.connectClient()
    let call = client.call(.artistSimilar) { $0.id = id("mbid:artist:1") }
    a.reply(
      to: a.takeCall(),
      [("a:artist:2", "Anna"), ("a:artist:3", "Berta"), ("mbid:artist:4", "Clara")]
        .map { artist($0, name: $1) }
    )
    b.reply(
      to: b.takeCall(),
      [("mbid:artist:4", "Clara"), ("b:artist:5", "Dora")].map { artist($0, name: $1) }
    )
    let reply = try #require(client.reply(to: call))
    #expect(reply.items.map(\.displayName) == ["Clara", "Anna", "Berta", "Dora"])
    #expect(reply.outcomes == "a: ok, b: ok")
  }
}
