import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Lyrics")
struct LyricsTests {
  let hub = HubDriver()
  let store: ModelProvider
  let files: ModelProvider
  let words: ModelProvider
  let client: ModelClient

  init() {
    store = hub.connectProvider("store", serving: [.getSong])
    files = hub.connectProvider("files", serving: [.getLyrics], namespaces: ["store:song"])
    words = hub.connectProvider("words", serving: [.getLyrics], namespaces: [])
    client = hub.connectClient()
  }

  func lyrics() -> String { client.call(.getLyrics) { $0.id = id("store:song:1") } }

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

  @Test("of an instrumental song are a reply")
  func instrumental() throws {
    let call = lyrics()
    name()
    try send(files, files.takeCall(), .ofInstrumental)
    let reply = try #require(client.reply(to: call))
    #expect(try Lyrics(attachment: try #require(reply.attachment)).instrumental == true)
  }
}
