import BusProtocol
import MusicModel
import Testing

@testable import HubCore

@Suite("Lyrics")
struct LyricsTests {
  let hub = HubDriver()
  let store: ModelProvider
  let files: ModelProvider
  let words: ModelProvider
  let client: ModelClient

  init() {
    store = hub.connectProvider("store", serving: [.songGet])
    files = hub.connectProvider("files", serving: [.songLyrics], namespaces: ["store:song"])
    words = hub.connectProvider("words", serving: [.songLyrics], namespaces: [])
    client = hub.connectClient()
  }

  func lyrics() -> String { client.call(.songLyrics) { $0.id = id("store:song:1") } }

  /// The song becomes known.
  func name() {
    store.reply(
      to: store.takeCall(),
      song("store:song:1", title: "Sinnerman") {
        $0.artist = ArtistReference(name: "Nina Simone")
        $0.album = AlbumReference(title: "Pastel Blues")
        $0.durationMs = 622_000
      }
    )
  }

  func send(_ provider: ModelProvider, _ call: ReceivedCall?, _ lyrics: Lyrics?) throws {
    var done = Done()
    done.media = lyrics.map { _ in Done.Media(type: Lyrics.mediaType) }
    provider.end(call, done, attachment: try lyrics.map { try JSONCodec.encode($0) })
  }

  @Test("are looked for by the names of the song, first at the provider that knows its id")
  func names() throws {
    let call = lyrics()
    #expect(files.takeCalls().isEmpty && words.takeCalls().isEmpty)
    name()
    let first = try #require(files.takeCall())
    #expect(first.parameters.id == id("store:song:1"))
    #expect(first.parameters.text == "Sinnerman")
    #expect(first.parameters.artist == "Nina Simone")
    #expect(first.parameters.album == "Pastel Blues")
    #expect(first.parameters.durationMs == 622_000)
    #expect(words.takeCalls().isEmpty)
    try send(files, first, nil)
    try send(words, words.takeCall(), Lyrics(lines: [.init("Oh, Sinnerman", atMs: 9_000)]))
    let reply = try #require(client.reply(to: call))
    let found = try Lyrics(attachment: try #require(reply.attachment))
    #expect(found.lines?.map(\.text) == ["Oh, Sinnerman"])
    #expect(reply.outcomes == "files: empty, words: ok")
    // The song is known now.
    _ = lyrics()
    #expect(store.takeCalls().isEmpty)
  }

  @Test("that no source has are not found; those of a source that does not reply may be there")
  func unknown() throws {
    let first = lyrics()
    name()
    try send(files, files.takeCall(), nil)
    try send(words, words.takeCall(), nil)
    #expect(client.reply(to: first)?.code == .notFound)
    let second = lyrics()
    try send(files, files.takeCall(), nil)
    words.fail(words.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: second))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.outcomes == "files: empty, words: failed")
  }

  @Test("may be at a source that is away, so that none elsewhere does not mean that there are none")
  func away() throws {
    words.exit()
    let call = lyrics()
    name()
    try send(files, files.takeCall(), nil)
    // It may start again in time, but does not.
    hub.advance(60_000)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code != .notFound && reply.outcomes != "files: empty", "\(reply)")
  }

  @Test("are looked for again once the artist is known")
  func artist() throws {
    func query(_ artist: String?) -> ProviderQuery {
      var parameters = CallParameters()
      (parameters.id, parameters.text, parameters.artist) = (id("store:song:1"), "x", artist)
      return ProviderQuery(provider: words.id, method: .songLyrics, parameters: parameters)
    }
    #expect(query(nil).cacheKey != query("Nina Simone").cacheKey)
  }

  @Test("that violate the form are those of no source")
  func malformed() throws {
    let call = lyrics()
    name()
    let first = try #require(files.takeCall())
    var done = Done()
    done.media = Done.Media(type: Lyrics.mediaType)
    files.end(first, done, attachment: Array("{}".utf8))
    try send(words, words.takeCall(), Lyrics(lines: [.init("Oh")]))
    let reply = try #require(client.reply(to: call))
    #expect(reply.attachment != nil)
    #expect(reply.outcomes == "files: failed, words: ok")
  }

  @Test("of an instrumental song are a reply")
  func instrumental() throws {
    let call = lyrics()
    name()
    try send(files, files.takeCall(), .ofInstrumental)
    let reply = try #require(client.reply(to: call))
    #expect(try Lyrics(attachment: try #require(reply.attachment)).instrumental == true)
  }
}
