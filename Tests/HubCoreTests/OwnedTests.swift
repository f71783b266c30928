import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The mark of what the user owns")
struct OwnedTests {
  let hub = HubDriver()
  let a: ModelProvider
  let files: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch, .artistGet, .chartGet])
    files = hub.connectProvider(
      "files",
      serving: [.artistsSearch, .albumsSearch],
      services: [MusicService("Your files", namespaces: ["files"], owned: true)]
    )
    client = hub.connectClient()
  }

  private func marks(_ reply: CallReply?) -> [Bool] { reply?.items.map(isOwned) ?? [] }

  private func isOwned(_ entity: Entity) -> Bool {
    switch entity {
    case .artist(let artist): artist.owned == true
    case .album(let album): album.owned == true
    case .song(let song): song.owned == true
    case .chart: false
    }
  }

  private func albums(_ change: (inout CallParameters) -> Void = { _ in }) -> CallReply? {
    let call = client.call(.albumsSearch) {
      $0.text = "blue"
      change(&$0)
    }
    let nina = ArtistReference(name: "Nina Simone")
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Little Girl Blue", by: nina) { $0.owned = true },
      album("a:album:2", title: "Blue Moon", by: nina) { $0.owned = true }
    )
    files.reply(to: files.takeCall(), album("files:album:7", title: "Blue Moon", by: nina))
    return client.reply(to: call)
  }

  @Test("is set by the hub: for entities with an id of such a service, whatever providers say")
  func marks() {
    #expect(albums()?.names.sorted() == ["Blue Moon", "Little Girl Blue"])
    let owned = albums()?.items.filter(isOwned)
    #expect(owned?.map(\.displayName) == ["Blue Moon"])
  }

  @Test("selects what is listed", arguments: [true, false])
  func filter(_ owned: Bool) {
    #expect(albums { $0.owned = owned }?.names == [owned ? "Blue Moon" : "Little Girl Blue"])
  }

  @Test("is also in lists of sources that do not know the files, if an earlier call has found them")
  func later() {
    _ = albums()
    let call = client.call(.chartGet) { $0.chart = .albums }
    a.reply(
      to: a.takeCall(),
      album("a:album:2", title: "Blue Moon"),
      album("a:album:1", title: "Little Girl Blue")
    )
    let reply = client.reply(to: call)
    #expect(reply?.items.filter(isOwned).map(\.displayName) == ["Blue Moon"])
  }

  @Test("is in a streamed page")
  func streaming() {
    let call = client.call(.artistsSearch) { ($0.text, $0.stream) = ("nina", true) }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    files.reply(to: files.takeCall(), artist("files:artist:1", name: "Nina Simone"))
    let parts = client.takeMessages(of: call).compactMap { try? $0.decodeBody(Part.self) }
    let last = parts.flatMap { $0.upsert?.elements ?? [] }.last
    #expect(last.map(isOwned) == true)
  }

  @Test(
    "comes with another one if nothing of it can be read now, as all its records of the files say",
    arguments: [([true], true), ([true, true], true), ([true, false], nil), ([false], nil)]
      as [([Bool], Bool?)]
  )
  func unavailable(_ own: [Bool], _ expected: Bool?) {
    let nina = ArtistReference(name: "Nina Simone")
    let call = client.call(.albumsSearch) { $0.text = "blue" }
    a.reply(
      to: a.takeCall(),
      album("a:album:2", title: "Blue Moon", by: nina) { $0.unavailable = true },
      album("a:album:3", title: "Little Girl Blue", by: nina) { $0.unavailable = true }
    )
    let copies = own.enumerated().map { number, isAway in
      album("files:album:\(number)", title: "Blue Moon", by: nina) { $0.unavailable = isAway }
    }
    files.reply(to: files.takeCall(), copies)
    let reply = client.reply(to: call)
    #expect(reply?.names.count == 2)
    for case .album(let album) in reply?.items ?? [] {
      #expect(album.unavailable == (album.title == "Blue Moon" ? expected : nil))
    }
    // A list of sources that do not know the files.
    let chart = client.call(.chartGet) { $0.chart = .albums }
    a.reply(to: a.takeCall(), album("a:album:2", title: "Blue Moon"))
    guard case .album(let known)? = client.reply(to: chart)?.items.first else {
      Issue.record("no album")
      return
    }
    #expect(known.owned == true && known.unavailable == expected)
  }

  @Test("is missing without such a service")
  func otherServices() {
    let plain = hub.connectProvider("plain", serving: [.songsSearch])
    let call = client.call(.songsSearch) { $0.text = "blue" }
    plain.reply(to: plain.takeCall(), song("plain:song:1", title: "Blue") { $0.owned = true })
    #expect(marks(client.reply(to: call)) == [false])
  }

  @Test("is not needed to keep a record whose name is a guess by itself")
  func guessed() {
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    files.reply(
      to: files.takeCall(),
      artist("files:artist:1", name: "Nina Simone") { $0.guessed = true }
    )
    #expect(client.reply(to: call)?.items.count == 2)
    // Its details are not those of the artist who happens to have the name.
    let get = client.call(.artistGet) { $0.id = id("files:artist:1") }
    for call in a.takeCalls() { a.reply(to: call, artist("a:artist:1", name: "Nina Simone")) }
    for call in files.takeCalls() { files.reply(to: call) }
    for call in a.takeCalls() { a.reply(to: call, artist("a:artist:1", name: "Nina Simone")) }
    let ids = client.reply(to: get)?.items.first?.ids ?? []
    #expect(!ids.contains(id("a:artist:1")))
  }
}
