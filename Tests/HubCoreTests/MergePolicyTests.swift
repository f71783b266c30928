import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A merge policy of the configuration")
struct MergePolicyTests {
  /// The country of an artist of whom two sources have different ones.
  private func country(_ hub: HubDriver) throws -> String? {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(
      to: a.takeCall(),
      artist("a:artist:1", "mbid:artist:1", name: "Nina") { $0.country = "US" }
    )
    b.reply(
      to: b.takeCall(),
      artist("b:artist:1", "mbid:artist:1", name: "Nina") { $0.country = "France" }
    )
    guard case .artist(let artist) = try #require(client.reply(to: call)?.items.first) else {
      return nil
    }
    return artist.country
  }

  @Test("selects the values that are shown")
  func chosen() throws {
    #expect(try country(HubDriver()) == "US")
    let rule: JSONValue = ["providers": ["b"], "criteria": ["provider"]]
    let hub = HubDriver { $0.policy = ["members": ["artist.country": rule]] }
    #expect(try country(hub) == "France")
    #expect(hub.lines(.warning).isEmpty)
  }

  @Test("is logged and ignored if it is invalid")
  func invalid() throws {
    let hub = HubDriver { $0.policy = ["providers": ["b"], "criteria": ["fame"]] }
    #expect(try country(hub) == "US")
    #expect(hub.lines(.warning).contains { $0.contains("hub.policy") && $0.contains("fame") })
  }
}
