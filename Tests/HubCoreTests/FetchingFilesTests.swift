import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Fetching pictures and sounds")
struct FetchingFilesTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient
  let bytes: [UInt8] = [1, 2, 3]

  init() {
    a = hub.connectProvider("a", serving: [.getAlbum, .getArtwork, .getSong, .getPreview])
    b = hub.connectProvider("b", serving: [.getAlbum, .getArtwork], namespaces: ["a:album"])
    client = hub.connectClient()
  }

  func artwork(_ text: String = "a:album:1", size: Int? = nil, timeoutMs: Int? = nil) -> String {
    client.call(.getArtwork, timeoutMs: timeoutMs) {
      $0.id = id(text)
      $0.size = size
    }
  }

  static func pictured(_ name: String, _ pictures: (String, Int)...) -> Entity {
    album("\(name):album:1", "x:album:1", title: "Pastel Blues") { album in
      album.artwork = pictures.map { url, width in
        var artwork = Artwork(url: url, role: .cover)
        artwork.width = width
        return artwork
      }
    }
  }

  /// Both providers tell what pictures they have.
  func tell(_ ofA: Entity?, _ ofB: Entity?) {
    a.answer(a.takeCall(), ofA.map { [$0] } ?? [])
    b.answer(b.takeCall(), ofB.map { [$0] } ?? [])
  }

  func give(_ provider: ModelProvider, _ call: ReceivedCall?) {
    var done = Done()
    done.media = Done.Media(type: "image/jpeg", url: call?.parameters.url)
    provider.end(call, done, attachment: bytes)
  }

  @Test("the best picture is fetched by the provider that told of it")
  func picture() throws {
    let call = artwork(size: 600)
    tell(
      FetchingFilesTests.pictured("a", ("a-100", 100), ("a-1000", 1000)),
      FetchingFilesTests.pictured("b", ("b-600", 600))
    )
    #expect(a.takeCalls().isEmpty)
    let question = try #require(b.takeCall())
    #expect(question.method == .getArtwork)
    #expect(question.parameters.url == "b-600")
    #expect(question.parameters.size == 600)
    give(b, question)
    let answer = try #require(client.answer(to: call))
    #expect(answer.attachment == bytes)
    #expect(answer.done?.media?.type == "image/jpeg")
    #expect(answer.done?.media?.provider == b.id)
    #expect(answer.sources.first { $0.provider == b.id }?.outcome == .ok)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("what is known already is fetched at once")
  func known() throws {
    let first = artwork()
    tell(FetchingFilesTests.pictured("a", ("a-100", 100)), nil)
    give(a, a.takeCall())
    #expect(client.answer(to: first) != nil)
    _ = artwork("x:album:1")
    #expect(a.takeCall()?.parameters.url == "a-100")
    #expect(b.takeCalls().isEmpty)
  }

  @Test("a picture that cannot be fetched is replaced by the next best")
  func nextBest() throws {
    let call = artwork(size: 100)
    tell(
      FetchingFilesTests.pictured("a", ("a-100", 100)),
      FetchingFilesTests.pictured("b", ("b-600", 600))
    )
    a.fail(a.takeCall(), .upstreamUnavailable)
    give(b, b.takeCall())
    let answer = try #require(client.answer(to: call))
    #expect(answer.done?.media?.provider == b.id)
    #expect(answer.outcomes == "a: failed, b: ok")
  }

  @Test("a source that does not answer leaves the next one time")
  func slowPlace() throws {
    let call = artwork(size: 100, timeoutMs: 2_000)
    tell(
      FetchingFilesTests.pictured("a", ("a-100", 100)),
      FetchingFilesTests.pictured("b", ("b-600", 600))
    )
    hub.advance(1_000)
    #expect(a.takeCancels() == [a.takeCall()?.id])
    give(b, b.takeCall())
    #expect(client.answer(to: call)?.outcomes == "a: timeout, b: ok")
  }

  @Test("when no picture can be fetched each attempt is told")
  func none() throws {
    let call = artwork()
    tell(
      FetchingFilesTests.pictured("a", ("a-100", 100)),
      FetchingFilesTests.pictured("b", ("b-60", 60))
    )
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 5_000)
    b.answer(b.takeCall())
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.outcomes == "a: rate-limited, b: failed")
    #expect(answer.failure?.retryAfterMs == 5_000)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("an entity without a picture has none")
  func noPicture() throws {
    let call = artwork()
    tell(FetchingFilesTests.pictured("a"), nil)
    #expect(client.answer(to: call)?.code == .notFound)
  }

  @Test("an entity that nobody knows has none either")
  func noEntity() throws {
    let call = artwork()
    tell(nil, nil)
    #expect(client.answer(to: call)?.code == .notFound)
  }

  @Test("a picture whose provider is gone is no missing picture")
  func providerGone() throws {
    let call = artwork()
    let question = b.takeCall()
    a.answer(a.takeCall(), FetchingFilesTests.pictured("a", ("a-100", 100)))
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    b.answer(question)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.sources.contains { $0.provider == a.id && $0.outcome == .failed })
  }

  @Test("a picture told by a provider that fetches none is told as that")
  func notServed() throws {
    let c = hub.connectProvider("c", serving: [.getArtist])
    let call = artwork("c:artist:1")
    c.answer(
      c.takeCall(),
      artist("c:artist:1", name: "Nina") { $0.artwork = [Artwork(url: "c", role: .portrait)] }
    )
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .noProvider)
  }

  @Test("where nobody fetches files at all that is said at once")
  func nobodyServes() {
    let hub = HubDriver()
    let c = hub.connectProvider("c", serving: [.getArtist])
    let client = hub.connectClient()
    let call = client.call(.getArtwork) { $0.id = id("c:artist:1") }
    #expect(client.answer(to: call)?.code == .noProvider)
    #expect(c.takeCalls().isEmpty)
  }

  @Test("the time of the call ends it while it fetches, too")
  func deadline() throws {
    let call = artwork(timeoutMs: 1_000)
    tell(FetchingFilesTests.pictured("a", ("a-100", 100)), nil)
    let question = a.takeCall()
    hub.advance(949)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    #expect(client.answer(to: call)?.code == .deadlineExceeded)
    #expect(a.takeCancels() == [question?.id])
    give(a, question)
    #expect(client.takeMessages(of: call).isEmpty)
    hub.advance(10_000)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a caller that cancels while it fetches cancels the fetch")
  func cancel() throws {
    let call = artwork()
    tell(FetchingFilesTests.pictured("a", ("a-100", 100)), nil)
    let question = a.takeCall()
    client.cancel(call)
    #expect(client.answer(to: call)?.code == .cancelled)
    #expect(a.takeCancels() == [question?.id])
    a.fail(question, .cancelled)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a preview is the sound of the song, from the provider that told of it")
  func preview() throws {
    let call = client.call(.getPreview) { $0.id = id("a:song:1") }
    a.answer(a.takeCall(), song("a:song:1", title: "Sinnerman") { $0.previewURL = "sound" })
    let question = try #require(a.takeCall())
    #expect(question.method == .getPreview)
    #expect(question.parameters.url == "sound")
    give(a, question)
    #expect(client.answer(to: call)?.attachment == bytes)
  }

  @Test("at most three places are tried")
  func placesMax() throws {
    let call = artwork()
    tell(
      FetchingFilesTests.pictured("a", ("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)),
      nil
    )
    var urls: [String] = []
    while let question = a.takeCalls().first {
      urls.append(question.parameters.url ?? "")
      a.fail(question, .upstreamUnavailable)
    }
    #expect(urls == ["5", "4", "3"])
    #expect(client.answer(to: call)?.code == .sourcesFailed)
  }

  @Test("sizes beyond all bounds do no harm", arguments: [Int.min, -1, 0, Int.max])
  func size(_ size: Int) {
    let call = artwork(size: size)
    if let answer = client.answer(to: call) {
      #expect(answer.code == .invalidParams)
      return
    }
    tell(FetchingFilesTests.pictured("a", ("1", Int.min), ("2", 2), ("3", Int.max)), nil)
    #expect(a.takeCalls().count == 1)
  }
}
