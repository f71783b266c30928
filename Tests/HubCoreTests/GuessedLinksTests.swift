import BusProtocol
import HubCore
import MusicModel
import Testing

/// What the hub guessed while a source was missing does not outlive the reply of that source.
@Suite("What a list without some sources shows as one")
struct GuessedLinksTests {
  private static let sources = ["a", "b", "m"]

  private static func album(
    _ ids: [String],
    _ title: String,
    _ year: String? = nil,
    tracks: Int? = nil
  ) -> Entity {
    HubCoreTests.album(ids[0], title: title, by: .init(id: nil, name: "Pink Floyd")) {
      $0.ids = ids.map { HubCoreTests.id($0) }
      $0.releaseDate = year.flatMap { PartialDate($0) }
      $0.trackCount = tracks
    }
  }

  /// The records of each source.
  private static let scenes: [[String: [Entity]]] = [
    // One source knows that those of the others are two.
    [
      "a": [album(["a:album:1"], "Animals", "1977", tracks: 5)],
      "b": [album(["b:album:1"], "Animals", "1977", tracks: 5)],
      "m": [
        album(["m:album:1", "a:album:1"], "Animals", "1977", tracks: 5),
        album(["m:album:2", "b:album:1"], "Animals", "2018", tracks: 5),
      ],
    ],
    // Each has a remix, and one of them only that.
    [
      "a": [
        album(["a:album:1"], "Animals", "1977"),
        album(["a:album:2"], "Animals (2018 Remix)", "2022"),
      ],
      "b": [album(["b:album:2"], "Animals", "2022")],
      "m": [
        album(["m:album:1"], "Animals", "1977", tracks: 5),
        album(["m:album:2"], "Animals (2018 Remix)", "2022", tracks: 5),
      ],
    ],
    // One has no years, and fits both.
    [
      "a": [album(["a:album:1"], "Live", "1988", tracks: 15)],
      "b": [album(["b:album:1"], "Live", tracks: 15)],
      "m": [album(["m:album:1", "b:album:1"], "Live", "1972", tracks: 15)],
    ],
    // A name is enough to join artists, unless a source has two of them.
    [
      "a": [artist("a:artist:1", name: "Nirvana")],
      "b": [artist("b:artist:1", name: "Nirvana")],
      "m": [artist("m:artist:1", name: "Nirvana"), artist("m:artist:2", name: "Nirvana")],
    ],
    [
      "a": [artist("a:artist:1", name: "Air"), artist("a:artist:2", name: "Air")],
      "b": [artist("b:artist:1", name: "Air")],
      "m": [artist("m:artist:1", "a:artist:2", "b:artist:1", name: "Air")],
    ],
    // A source is wrong about an id, as the source of that id shows.
    [
      "a": [artist("a:artist:1", "m:artist:9", name: "Queen")],
      "b": [artist("b:artist:1", name: "Queen")],
      "m": [artist("m:artist:9", name: "Coldplay"), artist("m:artist:1", name: "Queen")],
    ],
    // All agree.
    [
      "a": [album(["a:album:1"], "Meddle", "1971", tracks: 6)],
      "b": [album(["b:album:1"], "Meddle", "1971", tracks: 6)],
      "m": [album(["m:album:1", "a:album:1", "b:album:1"], "Meddle", "1971", tracks: 6)],
    ],
  ]

  private struct World {
    let hub = HubDriver()
    let client: ModelClient
    let providers: [ModelProvider]

    init() {
      client = hub.connectClient()
      let hub = hub
      providers = GuessedLinksTests.sources.map {
        hub.connectProvider($0, serving: [.artistsSearch, .artistGet, .albumsSearch])
      }
    }

    /// The ids of each album of a search to which only some sources reply.
    func search(_ scene: [String: [Entity]], of names: Set<String>) -> [[EntityID]] {
      let isOfArtists = scene["a"]?.first?.kind == .artist
      let call = client.call(isOfArtists ? .artistsSearch : .albumsSearch) {
        ($0.text, $0.cache) = ("any", .bypass)
      }
      for provider in providers {
        for taken in provider.takeCalls() {
          if names.contains(provider.id.rawValue) {
            provider.reply(to: taken, scene[provider.id.rawValue] ?? [])
          } else {
            provider.fail(taken, .upstreamUnavailable)
          }
        }
      }
      return (client.reply(to: call)?.items.map(\.ids) ?? []).sorted { "\($0)" < "\($1)" }
    }
  }

  @Test(
    "is as in a first list as soon as all reply, whichever replied before",
    arguments: scenes.indices
  )
  func subsets(_ number: Int) {
    let scene = GuessedLinksTests.scenes[number]
    let all = Set(GuessedLinksTests.sources)
    let cold = World().search(scene, of: all)
    #expect(!cold.isEmpty)
    for first in [["a", "b"], ["a", "m"], ["b", "m"], ["a"], ["b"], ["m"]] {
      let world = World()
      _ = world.search(scene, of: Set(first))
      #expect(world.search(scene, of: all) == cold, "after \(first)")
      #expect(world.search(scene, of: all) == cold, "after \(first), again")
    }
  }

  @Test("is as in a first list also if one of them was opened before")
  func opened() {
    let scene = GuessedLinksTests.scenes[3]
    let cold = World().search(scene, of: ["a", "b", "m"])
    let world = World()
    #expect(world.search(scene, of: ["a", "b"]).count == 1)
    let call = world.client.call(.artistGet) { $0.id = id("a:artist:1") }
    for _ in 1...2 {
      for provider in world.providers {
        for taken in provider.takeCalls() {
          let records = scene[provider.id.rawValue] ?? []
          if provider.id.rawValue == "m" {
            provider.fail(taken, .upstreamUnavailable)
          } else {
            provider.reply(to: taken, records)
          }
        }
      }
    }
    #expect(world.client.reply(to: call)?.items.count == 1)
    #expect(world.search(scene, of: ["a", "b", "m"]) == cold)
  }
}
