import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("What is missing")
struct MissingAlbumsTests {
  let hub = HubDriver.withFavorites { $0.hasProviderCache = true }
  let shop: ModelProvider
  let client: ModelClient
  private static let host = "shop.example"

  init() {
    shop = hub.connectProvider("shop", serving: [.artistAlbums]) {
      // Three of a source's five requests are spare: half is left for the user.
      $0.methods["artist.albums"]?.cost = [MissingAlbumsTests.host: 1]
      $0.methods["artist.albums"]?.freshMs = 3_600_000
      $0.budgets = [MissingAlbumsTests.host: .init(requests: 5, perMs: 60_000)]
    }
    client = hub.connectClient()
  }

  private func connectFiles() -> ModelProvider {
    hub.connectProvider(
      "files",
      serving: [.artistAlbums, .collectionArtists],
      namespaces: ["shop:artist"],
      services: [MusicService("Your files", namespaces: ["files"], owned: true)]
    )
  }

  /// Every artist has two albums, of which the first one is among the files, unless there are none.
  private func reply(
    to call: String,
    files: ModelProvider,
    artists: [Entity] = [],
    asked: inout [String]
  ) -> CallReply? {
    for _ in 0..<50 {
      if let reply = client.reply(to: call) { return reply }
      for question in files.takeCalls() {
        guard let artist = question.parameters.id else {
          files.reply(to: question, artists)
          continue
        }
        files.reply(to: question, [albums(of: artist, at: "files")[0]])
      }
      for question in shop.takeCalls() {
        guard let artist = question.parameters.id else { continue }
        asked.append(artist.value)
        shop.reply(
          to: question,
          albums(of: artist, at: "shop"),
          spent: [MissingAlbumsTests.host: 1]
        )
      }
    }
    return nil
  }

  private func albums(of artist: EntityID, at source: String) -> [Entity] {
    ["First", "Second"].enumerated().map { number, title in
      album(
        "\(source):album:\(artist.value)\(number)",
        title: "\(title) of \(artist.value)",
        by: ArtistReference(id: artist, name: artist.value)
      )
    }
  }

  private func artists(_ names: String...) -> [Entity] {
    names.map { artist("shop:artist:\($0)", name: $0) }
  }

  private func missing(_ change: (inout CallParameters) -> Void = { _ in }) -> String {
    client.call(.albumsMissing) { parameters in
      parameters.artistsOf = .favorites
      change(&parameters)
    }
  }

  private func favorites(_ names: String...) {
    for name in names { client.importRows(artist("shop:artist:\(name)", name: name)) }
  }

  @Test(
    "of favourites is what the sources have and the user has not, as far as half of the requests is left"
  )
  func budgets() throws {
    let files = connectFiles()
    favorites("Ann", "Bob", "Cid", "Dan")
    var asked: [String] = []
    let first = try #require(reply(to: missing(), files: files, asked: &asked))
    #expect(asked == ["Ann", "Bob", "Cid"])
    #expect(first.names == ["Second of Ann", "Second of Bob", "Second of Cid"])
    #expect(first.items.containsOnly { $0.isOwnedAlbum != true })
    // Of each artist, two from the shop; reports are not counted twice.
    #expect(first.done?.sources?.first { $0.provider == shop.id }?.count == 6)
    #expect(first.done?.total == 3 && first.done?.totalIsExact == false)
    let note = "Not checked: 1 of 4 artists (Dan); no source has listed their albums yet."
    #expect(first.done?.notes == [note])

    hub.advance(60_000)
    asked = []
    let second = try #require(reply(to: missing { $0.cache = .only }, files: files, asked: &asked))
    #expect(asked.isEmpty)
    #expect(second.names == first.names)
    let third = try #require(reply(to: missing(), files: files, asked: &asked))
    #expect(asked == ["Dan"])
    #expect(third.done?.totalIsExact == true && third.done?.notes == nil)
    #expect(third.names.count == 4)
  }

  @Test("of the collection leaves out artists whose names are guesses")
  func collection() throws {
    let files = connectFiles()
    let guessed = artist("files:artist:9", name: "track01") { $0.guessed = true }
    var asked: [String] = []
    let call = missing { $0.artistsOf = .collection }
    let all = artists("Ann") + [guessed]
    let found = try #require(reply(to: call, files: files, artists: all, asked: &asked))
    #expect(asked == ["Ann"])
    #expect(found.names == ["Second of Ann"])
    #expect(found.done?.notes == ["Skipped 1 artist whose names are only guessed from paths."])
    #expect(found.done?.totalIsExact == true)
  }

  @Test("is everything that the time allows")
  func deadline() throws {
    let files = connectFiles()
    favorites("Ann", "Bob")
    let call = missing()
    for question in files.takeCalls() { files.reply(to: question, []) }
    #expect(shop.takeCalls().count == 1)
    hub.advance(60_000)
    let found = try #require(client.reply(to: call))
    #expect(found.names.isEmpty && found.done?.totalIsExact == false)
    #expect(found.done?.notes?.first?.contains("(Ann, Bob)") == true)
  }

  @Test("is not known for sure if what the user has cannot be read")
  func ownersFail() throws {
    let files = connectFiles()
    favorites("Ann")
    let call = missing()
    files.fail(files.takeCall(), .internalError)
    var asked: [String] = []
    let found = try #require(reply(to: call, files: files, asked: &asked))
    #expect(found.names == ["Second of Ann"])
    #expect(found.done?.totalIsExact == false)
    #expect(found.done?.notes == ["What you have could not be read completely."])
    #expect(found.outcomes.contains("files: failed"))
  }

  @Test("is what all pages of a list have, and is cut where one fails")
  func pages() throws {
    let files = connectFiles()
    favorites("Ann")
    let call = missing()
    files.reply(to: files.takeCall(), [])
    let many = (0..<250).map { album("shop:album:\($0)", title: "Album \($0)") }
    shop.reply(to: shop.takeCall(), many, spent: [MissingAlbumsTests.host: 1])
    while let question = files.takeCalls().first { files.reply(to: question, []) }
    let found = try #require(client.reply(to: call))
    #expect(found.done?.total == 250 && found.done?.totalIsExact == true)
  }

  @Test("is told to be cut off by a lost network, after which no further artist is looked up")
  func noNetwork() throws {
    let files = connectFiles()
    let other = hub.connectProvider("other", serving: [.artistAlbums], namespaces: ["shop:artist"])
    favorites("Ann", "Bob")
    let call = missing()
    var asked = 0
    for _ in 0..<20 where asked >= 0 {
      for question in files.takeCalls() { files.reply(to: question, []) }
      for provider in [shop, other] {
        for question in provider.takeCalls() {
          asked += 1
          provider.fail(question, .upstreamUnreachable)
        }
      }
    }
    let found = try #require(client.reply(to: call))
    #expect(asked == 2)
    #expect(found.done?.noNetwork == true && found.done?.totalIsExact == false)
  }

  @Test("is nothing without artists, which it says")
  func none() throws {
    _ = connectFiles()
    let found = try #require(client.reply(to: missing()))
    #expect(found.names.isEmpty && found.done?.totalIsExact == true)
    #expect(found.done?.notes == ["There are no favourite artists."])
  }

  @Test("is unknown if no provider serves what the user has")
  func noFiles() {
    favorites("Ann")
    #expect(client.reply(to: missing())?.failure?.code == .noProvider)
    #expect(shop.takeCalls().isEmpty)
  }

  @Test("waits until the favourites are open")
  func opening() throws {
    let hub = HubDriver()
    hub.handle(.clockSet(unixMs: 1_790_000_000_000))
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    _ = hub.connectProvider(
      "files",
      serving: [.artistAlbums],
      services: [MusicService("Your files", namespaces: ["files"], owned: true)]
    )
    let client = hub.connectClient()
    let call = client.call(.albumsMissing) { $0.artistsOf = .favorites }
    #expect(client.reply(to: call) == nil)
    hub.openFavorites()
    hub.handle(.favorites(.unchanged))
    #expect(client.reply(to: call)?.done?.notes == ["There are no favourite artists."])
  }

  @Test("is no longer looked up when its client has left")
  func left() {
    let files = connectFiles()
    favorites("Ann", "Bob")
    let call = missing()
    client.cancel(call)
    for question in files.takeCalls() { files.reply(to: question, []) }
    #expect(shop.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.failure?.code == .cancelled)
  }
}

extension Entity {
  fileprivate var isOwnedAlbum: Bool? {
    if case .album(let album) = self { album.owned } else { nil }
  }
}
