import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Fetching artwork and previews")
struct FetchingFilesTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient
  let bytes: [UInt8] = [1, 2, 3]

  init() {
    a = hub.connectProvider("a", serving: [.albumGet, .artworkGet, .songGet, .previewGet])
    b = hub.connectProvider("b", serving: [.albumGet, .artworkGet], namespaces: ["a:album"])
    client = hub.connectClient()
  }

  func artwork(_ text: String = "a:album:1", size: Int? = nil, timeoutMs: Int? = nil) -> String {
    client.call(.artworkGet, timeoutMs: timeoutMs) {
      $0.id = id(text)
      $0.size = size
    }
  }

  static func albumWithArtwork(_ name: String, _ pictures: (String, Int)...) -> Entity {
    album("\(name):album:1", "x:album:1", title: "Pastel Blues") { album in
      album.artwork = pictures.map { url, width in
        var artwork = Artwork(url: url, role: .cover)
        artwork.width = width
        return artwork
      }
    }
  }

  /// Both providers reply with their albums.
  func replyWith(_ ofA: Entity?, _ ofB: Entity?) {
    a.reply(to: a.takeCall(), ofA.map { [$0] } ?? [])
    b.reply(to: b.takeCall(), ofB.map { [$0] } ?? [])
  }

  func sendFile(_ provider: ModelProvider, _ call: ReceivedCall?) {
    var done = Done()
    done.media = Done.Media(type: "image/jpeg", url: call?.parameters.url)
    provider.end(call, done, attachment: bytes)
  }

  @Test("does not call a provider without pictures for an album that is known")
  func lacking() {
    let poor = hub.connectProvider("poor", serving: [.albumGet], namespaces: ["a:album"]) {
      $0.lacks = ["album": ["artwork"]]
    }
    let first = artwork()
    replyWith(album("a:album:1", title: "Pastel Blues"), nil)
    poor.reply(to: poor.takeCall(), album("a:album:1", title: "Pastel Blues"))
    #expect(client.reply(to: first)?.code == .notFound)
    _ = artwork(size: 100)
    #expect(poor.takeCalls().isEmpty)
    #expect(a.takeCall()?.parameters.id == id("a:album:1"))
  }

  @Test("fetches the best image from the provider that listed it")
  func picture() throws {
    let call = artwork(size: 600)
    replyWith(
      FetchingFilesTests.albumWithArtwork("a", ("a-100", 100), ("a-1000", 1000)),
      FetchingFilesTests.albumWithArtwork("b", ("b-600", 600))
    )
    #expect(a.takeCalls().isEmpty)
    let providerCall = try #require(b.takeCall())
    #expect(providerCall.method == .artworkGet)
    #expect(providerCall.parameters.url == "b-600")
    #expect(providerCall.parameters.size == 600)
    sendFile(b, providerCall)
    let reply = try #require(client.reply(to: call))
    #expect(reply.attachment == bytes)
    #expect(reply.done?.media?.type == "image/jpeg")
    #expect(reply.done?.media?.provider == b.id)
    #expect(reply.sources.first { $0.provider == b.id }?.outcome == .ok)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("names the song of a preview, whose URL may have expired")
  func expiredPreview() throws {
    _ = client.call(.previewGet) { $0.id = id("a:song:1") }
    a.reply(
      to: a.takeCall(),
      song("a:song:1", title: "Sinnerman") { $0.previewURL = "https://a.example/1.mp3" }
    )
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.method == .previewGet)
    #expect(providerCall.parameters.url == "https://a.example/1.mp3")
    #expect(providerCall.parameters.id == id("a:song:1"))
  }

  @Test("fetches from a cached location immediately")
  func known() throws {
    let first = artwork()
    replyWith(FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)), nil)
    sendFile(a, a.takeCall())
    #expect(client.reply(to: first) != nil)
    _ = artwork("x:album:1")
    #expect(a.takeCall()?.parameters.url == "a-100")
    #expect(b.takeCalls().isEmpty)
  }

  @Test("tries the next best image if the first fails")
  func nextBest() throws {
    let call = artwork(size: 100)
    replyWith(
      FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)),
      FetchingFilesTests.albumWithArtwork("b", ("b-600", 600))
    )
    a.fail(a.takeCall(), .upstreamUnavailable)
    sendFile(b, b.takeCall())
    let reply = try #require(client.reply(to: call))
    #expect(reply.done?.media?.provider == b.id)
    #expect(reply.outcomes == "a: failed, b: ok")
  }

  @Test("leaves time for the next attempt if a source does not reply")
  func slowProvider() throws {
    let call = artwork(size: 100, timeoutMs: 2_000)
    replyWith(
      FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)),
      FetchingFilesTests.albumWithArtwork("b", ("b-600", 600))
    )
    hub.advance(1_000)
    #expect(a.takeCancels() == [a.takeCall()?.id])
    sendFile(b, b.takeCall())
    #expect(client.reply(to: call)?.outcomes == "a: timeout, b: ok")
  }

  @Test("reports each attempt if no image can be fetched")
  func none() throws {
    let call = artwork()
    replyWith(
      FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)),
      FetchingFilesTests.albumWithArtwork("b", ("b-60", 60))
    )
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 5_000)
    b.reply(to: b.takeCall())
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.outcomes == "a: rate-limited, b: failed")
    #expect(reply.failure?.retryAfterMs == 5_000)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("reports that an entity has no artwork")
  func noPicture() throws {
    let call = artwork()
    replyWith(FetchingFilesTests.albumWithArtwork("a"), nil)
    #expect(client.reply(to: call)?.code == .notFound)
  }

  @Test("reports that an unknown entity has no artwork")
  func noEntity() throws {
    let call = artwork()
    replyWith(nil, nil)
    #expect(client.reply(to: call)?.code == .notFound)
  }

  @Test("does not report artwork as missing if its provider is gone")
  func providerGone() throws {
    let call = artwork()
    let providerCall = b.takeCall()
    a.reply(to: a.takeCall(), FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)))
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    b.reply(to: providerCall)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.sources.contains { $0.provider == a.id && $0.outcome == .failed })
  }

  @Test("fails with an error that says so if the provider of the image cannot fetch files")
  func notServed() throws {
    let c = hub.connectProvider("c", serving: [.artistGet])
    let call = artwork("c:artist:1")
    c.reply(
      to: c.takeCall(),
      artist("c:artist:1", name: "Nina") { $0.artwork = [Artwork(url: "c", role: .portrait)] }
    )
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .noProvider)
  }

  @Test("fails immediately if no provider fetches files")
  func notServedAtAll() {
    let hub = HubDriver()
    let c = hub.connectProvider("c", serving: [.artistGet])
    let client = hub.connectClient()
    let call = client.call(.artworkGet) { $0.id = id("c:artist:1") }
    #expect(client.reply(to: call)?.code == .noProvider)
    #expect(c.takeCalls().isEmpty)
  }

  @Test("ends at the deadline of the call")
  func deadline() throws {
    let call = artwork(timeoutMs: 1_000)
    replyWith(FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)), nil)
    let providerCall = a.takeCall()
    hub.advance(949)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    #expect(client.reply(to: call)?.code == .deadlineExceeded)
    #expect(a.takeCancels() == [providerCall?.id])
    sendFile(a, providerCall)
    #expect(client.takeMessages(of: call).isEmpty)
    hub.advance(10_000)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is cancelled with the call")
  func cancel() throws {
    let call = artwork()
    replyWith(FetchingFilesTests.albumWithArtwork("a", ("a-100", 100)), nil)
    let providerCall = a.takeCall()
    client.cancel(call)
    #expect(client.reply(to: call)?.code == .cancelled)
    #expect(a.takeCancels() == [providerCall?.id])
    a.fail(providerCall, .cancelled)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fetches the preview of a song from the provider that listed it")
  func preview() throws {
    let call = client.call(.previewGet) { $0.id = id("a:song:1") }
    a.reply(to: a.takeCall(), song("a:song:1", title: "Sinnerman") { $0.previewURL = "sound" })
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.method == .previewGet)
    #expect(providerCall.parameters.url == "sound")
    sendFile(a, providerCall)
    #expect(client.reply(to: call)?.attachment == bytes)
  }

  @Test("tries at most three locations")
  func maxLocations() throws {
    let call = artwork()
    replyWith(
      FetchingFilesTests.albumWithArtwork("a", ("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)),
      nil
    )
    var urls: [String] = []
    while let providerCall = a.takeCalls().first {
      urls.append(providerCall.parameters.url ?? "")
      a.fail(providerCall, .upstreamUnavailable)
    }
    #expect(urls == ["5", "4", "3"])
    #expect(client.reply(to: call)?.code == .sourcesFailed)
  }

  @Test("ignores sizes that are out of range", arguments: [Int.min, -1, 0, Int.max])
  func size(_ size: Int) {
    let call = artwork(size: size)
    if let reply = client.reply(to: call) {
      #expect(reply.code == .invalidParams)
      return
    }
    replyWith(
      FetchingFilesTests.albumWithArtwork("a", ("1", Int.min), ("2", 2), ("3", Int.max)),
      nil
    )
    #expect(a.takeCalls().count == 1)
  }
}
