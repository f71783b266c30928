import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Two artists that the user declared different")
struct SeparatedEntitiesTests {
  typealias Source = (provider: ModelProvider, record: Entity)

  let hub = HubDriver()
  let sources: [Source]
  let client: ModelClient

  init() {
    let hub = hub
    let mbid = "mbid:artist:3"
    func source(_ name: String, _ ids: String..., knows namespaces: [String] = []) -> Source {
      var artist = Artist(id: id(ids[0]), name: "Pink Floyd")
      artist.ids = ids.map { id($0) }
      let provider = hub.connectProvider(
        name,
        serving: [.artistsSearch, .artistGet],
        namespaces: namespaces
      )
      return (provider, .artist(artist))
    }
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
    sources = [
      source("itunes", "itunes:artist:1"),
      source("audiodb", "audiodb:artist:2", mbid, knows: ["mbid:artist"]),
      source(
        "musicbrainz",
        mbid,
        "itunes:artist:1",
        "deezer:artist:4",
        "wikidata:artist:5",
        knows: ["mbid:artist"]
      ),
      source("deezer", "deezer:artist:4"),
      // The names of two providers differ from the namespaces of their ids.
      source(
        "wikipedia",
        "wikidata:artist:5",
        mbid,
        "deezer:artist:4",
        knows: ["wikidata:artist", "mbid:artist"]
      ),
    ]
    client = hub.connectClient()
  }

  private func reply(
    to method: BusProtocol.Method,
    _ change: (inout CallParameters) -> Void
  ) throws -> CallReply {
    let call = client.call(method, change)
    for _ in 0..<6 {
      for (provider, record) in sources {
        for call in provider.takeCalls() { provider.reply(to: call, record) }
      }
    }
    hub.advance(3_000)
    return try #require(client.reply(to: call))
  }

  private func get(_ text: String) throws -> [EntityID] {
    try reply(to: .artistGet) { $0.id = id(text) }.items.first?.ids ?? []
  }

  private func separate() throws {
    _ = try reply(to: .recordsDifferent) {
      $0.id = id("itunes:artist:1")
      $0.other = id("audiodb:artist:2")
    }
  }

  @Test(
    "are never in one reply, whatever was called before",
    arguments: [
      ["audiodb:artist:2", "deezer:artist:4"],
      ["itunes:artist:1", "audiodb:artist:2", "deezer:artist:4", "itunes:artist:1"],
      ["audiodb:artist:2", "wikidata:artist:5", "mbid:artist:3", "audiodb:artist:2"],
      ["deezer:artist:4", "audiodb:artist:2", "itunes:artist:1", "deezer:artist:4"],
    ],
    [true, false]
  )
  func separated(_ calls: [String], _ areKnown: Bool) throws {
    if areKnown {
      let ids = try get("itunes:artist:1")
      #expect(ids.contains(id("audiodb:artist:2")))
    }
    try separate()
    for call in calls {
      let ids = try get(call)
      #expect(ids.contains(id(call)))
      let areBoth = ids.contains(id("itunes:artist:1")) && ids.contains(id("audiodb:artist:2"))
      #expect(!areBoth, "\(call): \(ids)")
    }
  }

  @Test("do not stand in for each other, whichever source is queried")
  func ofOneSource() throws {
    _ = try get("itunes:artist:1")
    _ = try get("mbid:artist:3")
    try separate()
    for (provider, _) in sources {
      let reply = try reply(to: .artistGet) {
        $0.id = id("itunes:artist:1")
        $0.providers = [provider.id]
      }
      let ids = reply.items.first?.ids ?? []
      #expect(!ids.contains(id("audiodb:artist:2")), "\(provider.id): \(ids)")
    }
  }

  @Test("do not make any other records the same by a verdict")
  func explained() throws {
    try separate()
    let reply = try reply(to: .recordsExplain) { $0.id = id("itunes:artist:1") }
    let joins = try #require(reply.done?.explanation?.joins)
    #expect(!joins.isEmpty)
    let texts = joins.flatMap { $0.reasons ?? [] }.map(\.text)
    #expect(!texts.contains { $0.contains("your verdict: same") }, "\(texts)")
  }

  @Test("are explained without a pair that the verdict separates", arguments: [true, false])
  func consistent(_ areKnown: Bool) throws {
    if areKnown { _ = try get("itunes:artist:1") }
    try separate()
    for key in ["audiodb:artist:2", "itunes:artist:1", "deezer:artist:4"] {
      let reply = try reply(to: .recordsExplain) { $0.id = id(key) }
      let explanation = try #require(reply.done?.explanation)
      let joins = explanation.joins ?? []
      #expect(!joins.contains { $0.decision == .different }, "\(key): \(joins)")
    }
  }
}
