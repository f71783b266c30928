import BusProtocol
import EntityResolution
import HubCore
import MusicModel
import Testing

@Suite("Searching all kinds at once")
struct SearchAllTests {
  let hub: HubDriver
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    hub = HubDriver {
      $0.hasLibrary = true
      $0.hasProviderCache = true
    }
    hub.handle(.clockSet(unixMs: 1_800_000_000_000))
    a = hub.connectProvider(
      "a",
      serving: [.artistsSearch, .albumsSearch, .songsSearch, .artistAlbums]
    )
    b = hub.connectProvider("b", serving: [.artistsSearch])
    client = hub.connectClient()
  }

  private func search(
    _ text: String = "Pink Floyd",
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> String {
    client.call(.searchAll) {
      $0.text = text
      change(&$0)
    }
  }

  /// Replies to the calls that a provider has.
  private func reply(
    _ provider: ModelProvider,
    _ items: [Method: [Entity]] = [:],
    failing failed: Set<Method> = [],
    with code: ErrorCode = .upstreamUnavailable
  ) {
    for call in provider.takeCalls() {
      if failed.contains(call.method) {
        provider.fail(call, code)
      } else {
        provider.reply(to: call, items[call.method] ?? [])
      }
    }
  }

  /// Gives the library's records to the lookups that it has.
  private func library(_ items: [Method: [Entity]] = [:]) {
    for query in hub.libraryQueries.suffix(3) {
      let records = (items[query.query.method] ?? []).map {
        LibraryRecord(SourceRecord(provider: a.id, entity: $0, fetchedMs: 1_790_000_000_000))
      }
      hub.handle(.librarySearched(operation: query.operation, records))
    }
  }

  private let artists = [artist("a:artist:1", name: "Pink Floyd")]
  private let albums = [album("a:album:1", title: "Pink Floyd Live")]
  private let songs = [song("a:song:1", title: "Pink Floyd Song")]

  private var everything: [Method: [Entity]] {
    [.artistsSearch: artists, .albumsSearch: albums, .songsSearch: songs]
  }

  @Test("returns the artists, the albums and the songs, with one report for each source")
  func everyKind() throws {
    let call = search()
    reply(b)
    #expect(client.reply(to: call) == nil)
    reply(a, everything)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Pink Floyd", "Pink Floyd Live", "Pink Floyd Song"])
    #expect(reply.outcomes == "a: ok, b: empty")
    #expect(reply.sources.map(\.count) == [3, 0])
    let lists = try #require(reply.done?.lists)
    #expect(lists.map(\.kind) == [.artist, .album, .song])
    #expect(lists.map(\.total) == [1, 1, 1])
    #expect(reply.done?.suggestion == nil)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("cuts each kind to the limit, and says where its own search goes on")
  func pages() throws {
    let call = search { $0.limit = 2 }
    let many = (1...5).map { artist("a:artist:\($0)", name: "Pink Floyd \($0)") }
    reply(b)
    reply(a, [.artistsSearch: many])
    let reply = try #require(client.reply(to: call))
    #expect(reply.items.count == 2)
    #expect(reply.done?.lists?.map(\.total) == [5, 0, 0])
    #expect(reply.done?.lists?.map(\.next) == [2, nil, nil])
    let next = client.call(.artistsSearch) {
      ($0.text, $0.limit, $0.offset, $0.lookup) = ("Pink Floyd", 2, 2, true)
    }
    #expect(client.reply(to: next)?.names == ["Pink Floyd 3", "Pink Floyd 4"])
    #expect(a.takeCalls().isEmpty)
  }

  @Test("is not failed by one kind that no source has sent")
  func oneFails() throws {
    let call = search()
    reply(b)
    reply(a, everything, failing: [.songsSearch])
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Pink Floyd", "Pink Floyd Live"])
    #expect(reply.outcomes == "a: failed, b: empty")
    let list = try #require(reply.done?.lists?.last)
    #expect(list.kind == .song && list.total == nil)
    #expect(list.error?.code == .sourcesFailed)
  }

  @Test("fails if nothing has replied, and does not call that a lost network")
  func allFail() throws {
    let call = search()
    reply(b, failing: [.artistsSearch])
    reply(a, failing: [.artistsSearch, .albumsSearch, .songsSearch])
    let failure = try #require(client.reply(to: call)?.failure)
    #expect(failure.code == .sourcesFailed)
    #expect(failure.sources?.map(\.provider) == [a.id, b.id])
    #expect(failure.noNetwork == nil)
  }

  @Test("has no more parts than its page, of all kinds, for a client that streams")
  func streamed() throws {
    let call = search { $0.stream = true }
    reply(a, everything)
    let first = client.takeMessages(of: call)
    #expect(!first.isEmpty && first.allSatisfy { $0.header.type == .part })
    reply(b, [.artistsSearch: [artist("b:artist:1", "a:artist:1", name: "Pink Floyd")]])
    let reply = try #require(CallReply(first + client.takeMessages(of: call)))
    #expect(reply.names == ["Pink Floyd", "Pink Floyd Live", "Pink Floyd Song"])
    #expect(reply.items.first?.ids == [id("a:artist:1"), id("b:artist:1")])
    #expect(reply.done?.ids?.count == 3)
  }

  @Test("says what the library has if nothing was found, and the text looks like it")
  func suggestion() throws {
    let call = search("Pnik Floyd")
    reply(b)
    reply(a)
    #expect(client.reply(to: call) == nil)
    #expect(hub.libraryQueries.count == 3)
    library([.artistsSearch: artists])
    let reply = try #require(client.reply(to: call))
    #expect(reply.items.isEmpty)
    #expect(reply.done?.suggestion == SearchSuggestion("Pink Floyd", id("a:artist:1")))
    #expect(reply.outcomes == "a: empty, b: empty")
  }

  @Test("suggests nothing that does not look like the text")
  func noSuggestion() throws {
    let call = search("Metallica")
    reply(b)
    reply(a)
    library([.artistsSearch: artists])
    #expect(client.reply(to: call)?.done?.suggestion == nil)
  }

  @Test("asks no source about an id, a code or a URL")
  func pasted() throws {
    for text in ["a:artist:5", "724384260958"] {
      let reply = try #require(client.reply(to: search(text)))
      #expect(reply.done?.id != nil && reply.items.isEmpty)
    }
    let unknown = client.reply(to: search("https://nowhere.example/album/5"))
    #expect(unknown?.code == .notFound)
    #expect(a.takeCalls().isEmpty && b.takeCalls().isEmpty)
  }

  @Test("of one or two letters finds exact names only")
  func short() throws {
    _ = search("U2")
    #expect(a.takeCalls().map(\.parameters.exact) == [true, true, true])
    _ = search("宇多")
    #expect(a.takeCalls().allSatisfy { $0.parameters.exact == nil })
  }

  @Test("ends with its client, and with its own cancellation")
  func ends() throws {
    let call = search()
    client.cancel(call)
    #expect(client.reply(to: call)?.code == .cancelled)
    #expect(a.takeCancels().count == 3)
    #expect(hub.hub.load.isQuiet || hub.hub.load.calls == 0)
    _ = search()
    client.disconnect()
    #expect(hub.hub.load.calls == 0)
  }

  @Test("counts as one call of the client, whose id is not used twice")
  func admission() throws {
    let calls = (0..<32).map { search("Text \($0)") }
    #expect(client.reply(to: search("One more"))?.code == .busy)
    for call in calls { client.cancel(call) }
    #expect(hub.hub.load.calls == 0)
  }

  @Test("is one recent search")
  func recent() throws {
    let call = search()
    reply(b)
    reply(a, everything)
    _ = client.reply(to: call)
    #expect(hub.searches == ["Pink Floyd"])
  }

  @Test("ends with the hub")
  func stops() throws {
    let call = search()
    hub.handle(.stopRequested(reason: "a test"))
    #expect(client.reply(to: call)?.code == .hubStopping)
  }

  @Test("has the number of albums of artists that were listed before")
  func albumCount() throws {
    let first = search()
    reply(b)
    reply(a, everything)
    #expect(client.reply(to: first)?.items.first?.albumCount == nil)
    let listing = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Animals"),
      album("a:album:2", title: "More")
    )
    _ = client.reply(to: listing)
    let again = search("pink floyd")
    reply(b)
    reply(a, everything)
    #expect(client.reply(to: again)?.items.first?.albumCount == 2)
  }
}

extension Entity {
  fileprivate var albumCount: Int? {
    if case .artist(let artist) = self { artist.albumCount } else { nil }
  }
}
