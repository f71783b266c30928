import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Whole songs of the user")
struct StreamsTests {
  let hub = HubDriver()
  let home: ModelProvider
  let attic: ModelProvider
  let shop: ModelProvider
  let client: ModelClient

  init() {
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
    let methods: [BusProtocol.Method] = [.songGet, .streamGet]
    home = hub.connectProvider("home", serving: methods, services: StreamsTests.service("home"))
    attic = hub.connectProvider(
      "attic",
      serving: methods,
      namespaces: ["home:song"],
      services: StreamsTests.service("attic")
    )
    shop = hub.connectProvider("shop", serving: methods, namespaces: ["home:song"])
    client = hub.connectClient()
  }

  private static func service(_ name: String) -> [MusicService] {
    [MusicService("My \(name)", namespaces: [name], owned: true)]
  }

  private func record(_ name: String, kbps: Int?) -> Entity {
    song("\(name):song:1", title: "Sinnerman") {
      if name != "home" { $0.ids.append(id("home:song:1")) }
      $0.stream = SongStream(url: "https://\(name).example/1", mime: "audio/flac", kbps: kbps)
    }
  }

  /// All sources reply with their records.
  private func reply(home kbps: Int? = 320, attic other: Int? = 900) {
    home.reply(to: home.takeCall(), record("home", kbps: kbps))
    attic.reply(to: attic.takeCall(), record("attic", kbps: other))
    shop.reply(to: shop.takeCall(), record("shop", kbps: 5_000))
  }

  private func part(from first: Int? = nil, atMost count: Int? = nil) -> String {
    client.call(.streamGet) {
      $0.id = id("home:song:1")
      $0.firstByte = first
      $0.maxBytes = count
    }
  }

  private func send(
    _ call: ReceivedCall?,
    _ bytes: [UInt8],
    from first: Int?,
    of total: Int?,
    by provider: ModelProvider? = nil
  ) {
    var done = Done()
    done.media = Done.Media(type: "audio/flac", url: call?.parameters.url)
    done.media?.firstByte = first
    done.media?.totalBytes = total
    (provider ?? attic).end(call, done, attachment: bytes)
  }

  @Test("are those of a source that the user owns")
  func owned() throws {
    let call = client.call(.songGet) { $0.id = id("shop:song:1") }
    let alone = song("shop:song:1", title: "Sinnerman") {
      $0.stream = SongStream(url: "https://shop.example/1")
    }
    shop.reply(to: shop.takeCall(), alone)
    guard case .song(let song)? = client.reply(to: call)?.items.first else {
      Issue.record("the song was not found")
      return
    }
    #expect(song.stream == nil && song.owned == nil)
  }

  @Test("are those of the best quality, whatever other sources have")
  func best() throws {
    let call = client.call(.songGet) { $0.id = id("home:song:1") }
    reply(home: 320, attic: 192)
    guard case .song(let song)? = client.reply(to: call)?.items.first else {
      Issue.record("the song was not found")
      return
    }
    #expect(song.owned == true)
    #expect(song.stream == SongStream(url: "https://home.example/1", mime: "audio/flac", kbps: 320))
  }

  @Test("are fetched in parts, from the best file, and not stored")
  func parts() throws {
    let first = part(from: 4, atMost: 3)
    reply()
    let call = try #require(attic.takeCall())
    #expect(call.method == .streamGet)
    #expect(call.parameters.url == "https://attic.example/1")
    #expect(call.parameters.id == id("attic:song:1"))
    #expect((call.parameters.firstByte, call.parameters.maxBytes) == (4, 3))
    send(call, [5, 6, 7], from: 4, of: 9)
    let reply = try #require(client.reply(to: first))
    #expect(reply.attachment == [5, 6, 7])
    let media = try #require(reply.done?.media)
    #expect((media.firstByte, media.totalBytes, media.provider) == (4, 9, attic.id))
    // What is known needs no other call, and what was fetched is fetched again.
    _ = part(from: 4, atMost: 3)
    #expect(attic.takeCall()?.method == .streamGet)
    #expect(home.takeCalls().isEmpty && shop.takeCalls().isEmpty)
    #expect(hub.storedReplies.keys.allSatisfy { $0.method == .songGet })
  }

  @Test("come from another source of the user if the best one cannot be reached")
  func nextBest() throws {
    let call = part(atMost: 3)
    reply(home: 256, attic: 1_411)
    attic.fail(attic.takeCall(), .upstreamUnavailable)
    let fetched = try #require(home.takeCall())
    #expect(fetched.parameters.url == "https://home.example/1")
    #expect(fetched.parameters.id == id("home:song:1"))
    send(fetched, [1, 2, 3], from: 0, of: 8, by: home)
    let reply = try #require(client.reply(to: call))
    #expect(reply.attachment == [1, 2, 3])
    #expect(reply.done?.media?.provider == home.id)
    #expect(reply.sources.first { $0.provider == attic.id }?.error?.code == .upstreamUnavailable)
  }

  @Test("come from another source of the user if the best one is not running")
  func bestIsAway() throws {
    _ = client.call(.songGet) { $0.id = id("home:song:1") }
    reply(home: 96, attic: 1_411)
    attic.exit()
    _ = part()
    #expect(home.takeCall()?.parameters.url == "https://home.example/1")
  }

  @Test("are never continued with the file of a source that the call does not name")
  func oneFile() throws {
    let first = part(atMost: 2)
    reply()
    send(attic.takeCall(), [1, 2], from: 0, of: 9)
    _ = client.reply(to: first)
    let call = client.call(.streamGet) {
      $0.id = id("home:song:1")
      $0.firstByte = 2
      $0.providers = [attic.id]
    }
    attic.fail(attic.takeCall(), .upstreamUnavailable)
    #expect(home.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.code == .sourcesFailed)
  }

  @Test("are neither shown nor fetched of a source that cannot fetch them")
  func unserved() throws {
    let cellar = hub.connectProvider(
      "cellar",
      serving: [.songGet],
      namespaces: ["home:song"],
      services: StreamsTests.service("cellar")
    )
    let shown = client.call(.songGet) { $0.id = id("home:song:1") }
    reply(home: 160, attic: nil)
    cellar.reply(to: cellar.takeCall(), record("cellar", kbps: 2_304))
    guard case .song(let song)? = client.reply(to: shown)?.items.first else {
      Issue.record("the song was not found")
      return
    }
    #expect(song.stream?.url == "https://home.example/1")
    _ = part()
    #expect(home.takeCall()?.method == .streamGet)
  }

  @Test("are not there if no source of the user has them")
  func none() throws {
    let call = part()
    let plain = song("home:song:1", title: "Sinnerman")
    home.reply(to: home.takeCall(), plain)
    attic.reply(to: attic.takeCall(), [])
    shop.reply(to: shop.takeCall(), record("shop", kbps: nil))
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .notFound)
    #expect(reply.failure?.message == "No source has a stream of Sinnerman.")
  }

  @Test("may end before a part, which is empty then")
  func end() throws {
    let call = part(from: 9)
    reply()
    send(attic.takeCall(), [], from: 9, of: 9)
    #expect(client.reply(to: call)?.done?.media?.totalBytes == 9)
  }

  @Test(
    "are not mixed with another part than the requested one",
    arguments: [
      ([1, 2], 3, 9), ([1, 2], nil, 9), ([1, 2], 4, nil), ([1, 2, 3, 4], 4, 9), ([1, 2], 4, 5),
      ([], 4, 9),
    ] as [([UInt8], Int?, Int?)]
  )
  func otherPart(_ bytes: [UInt8], _ first: Int?, _ total: Int?) throws {
    let call = part(from: 4, atMost: 3)
    reply()
    send(attic.takeCall(), bytes, from: first, of: total)
    // The next source is asked for the same part.
    let second = try #require(home.takeCall())
    #expect((second.parameters.firstByte, second.parameters.maxBytes) == (4, 3))
    send(second, bytes, from: first, of: total, by: home)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.sources.first { $0.provider == attic.id }?.error?.code == .upstreamBadData)
  }
}
