import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A merge policy")
struct PolicyPreviewTests {
  let hub = HubDriver()
  let client: ModelClient

  init() {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(
      to: a.takeCall(),
      artist("a:artist:1", "mbid:artist:1", name: "Nina") { $0.country = "US" }
    )
    b.reply(
      to: b.takeCall(),
      artist("b:artist:1", "mbid:artist:1", name: "Nina") { $0.country = "France" }
    )
    _ = client.reply(to: call)
  }

  func preview(_ policy: JSONValue) -> CallReply? {
    let call = client.call(.policyPreview) { $0.policy = policy }
    return client.reply(to: call)
  }

  @Test("has a preview that lists the values that would change and applies nothing")
  func changes() throws {
    let policy: JSONValue = [
      "members": ["artist.country": ["providers": ["b"], "criteria": ["provider"]]]
    ]
    for _ in 1...2 {
      let change = try #require(preview(policy)?.done?.changes?.first)
      #expect(change.member == "country")
      #expect(change.old.value == "US")
      #expect(change.new.value == "France")
      #expect(change.new.provider.rawValue == "b")
    }
  }

  @Test("has an empty preview if nothing would change")
  func nothing() throws {
    #expect(preview([:])?.done?.changes?.isEmpty == true)
    #expect(preview([:])?.done?.total == 0)
  }

  @Test(
    "is rejected if it has unknown words, with the known ones",
    arguments: [
      (["provider": ["a"]], "providers, criteria, members"),
      (["criteria": ["fame"]], "quality"),
      (["criteria": []], "at least one"),
      (["providers": "a"], "list"),
      (["providers": ["a", "a"]], "more than once"),
      (["members": ["biografy": [:]]], "biography"),
      (["members": ["film.title": [:]]], "artist"),
      (["members": ["biography": ["rank": 1]]], "criteria"),
      (["members": []], "object"),
      ([], "object"),
    ] as [(JSONValue, String)]
  )
  func refused(_ policy: JSONValue, _ word: String) throws {
    let failure = try #require(preview(policy)?.failure)
    #expect(failure.code == .invalidParams)
    #expect(failure.message.contains(word), "\(failure.message)")
  }

  @Test("of the configuration is logged and ignored if it is invalid")
  func configuration() {
    let hub = HubDriver { $0.policy = ["criteria": ["fame"]] }
    _ = hub.connectClient()
    #expect(hub.lines(.warning).contains { $0.contains("hub.policy") && $0.contains("fame") })
  }
}
