import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Equal questions in flight")
struct SharedQuestionsTests {
  let hub = HubDriver()
  let a: ModelProvider
  let nina: ModelClient
  let miles: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists, .getArtist, .getAlbum, .getArtwork]) {
      $0.inflight = 2
    }
    nina = hub.connectClient()
    miles = hub.connectClient()
  }

  func search(
    _ client: ModelClient,
    timeoutMs: Int? = nil,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> String {
    client.call(.searchArtists, timeoutMs: timeoutMs) {
      $0.text = "nina"
      change(&$0)
    }
  }

  @Test("are asked once, for all clients together")
  func once() throws {
    let calls = [search(nina), search(miles)]
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(nina.answer(to: calls[0])?.names == ["Nina"])
    #expect(miles.answer(to: calls[1])?.names == ["Nina"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are asked anew when the first has been answered")
  func anew() {
    _ = search(nina)
    a.answer(a.takeCall())
    _ = search(miles)
    #expect(a.takeCalls().count == 1)
  }

  @Test("are not those that differ for the source, and are those that do not")
  func differ() {
    _ = search(nina)
    _ = search(miles) { $0.country = "de" }
    _ = search(miles) { $0.sort = .name }
    _ = search(miles) { $0.waitMs = 1 }
    #expect(a.takeCalls().map(\.parameters.country) == [nil, "de"])
  }

  @Test("go on for the others when one is cancelled")
  func cancelled() throws {
    let calls = [search(nina), search(miles)]
    nina.cancel(calls[0])
    #expect(nina.answer(to: calls[0])?.code == .cancelled)
    #expect(a.takeCancels().isEmpty)
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(miles.answer(to: calls[1])?.names == ["Nina"])
  }

  @Test("are cancelled when all who asked have gone")
  func allCancelled() {
    let calls = [search(nina), search(miles)]
    nina.cancel(calls[0])
    miles.disconnect()
    #expect(a.takeCancels() == [a.takeCall()?.id])
    #expect(hub.hub.load.questions == 0)
  }

  @Test("are not joined once they are cancelled")
  func notJoined() {
    let call = search(nina)
    nina.cancel(call)
    _ = search(miles)
    #expect(a.takeCalls().count == 2)
  }

  @Test("run to the latest deadline, where they were not sent yet")
  func latestDeadline() throws {
    _ = search(nina) { $0.text = "one" }
    _ = search(nina) { $0.text = "two" }
    let blocking = a.takeCalls()
    let hasty = search(nina, timeoutMs: 1_000)
    let patient = search(miles, timeoutMs: 20_000)
    hub.advance(950)
    #expect(nina.answer(to: hasty)?.code == .deadlineExceeded)
    a.answer(blocking.first)
    let question = try #require(a.takeCall())
    #expect(question.timeoutMs == 18_050)
    a.answer(question, artist("a:artist:1", name: "Nina"))
    #expect(miles.answer(to: patient)?.names == ["Nina"])
  }

  @Test("are given no more time than those have who still wait")
  func leftBefore() throws {
    _ = search(nina) { $0.text = "one" }
    _ = search(nina) { $0.text = "two" }
    let blocking = a.takeCalls()
    _ = search(nina, timeoutMs: 4_000)
    let patient = search(miles, timeoutMs: 20_000)
    miles.cancel(patient)
    a.answer(blocking.first)
    #expect(a.takeCall()?.timeoutMs == 3_800)
  }

  @Test("are asked again for those who have time left when the first one's time is over")
  func askedAgain() throws {
    let hasty = search(nina, timeoutMs: 1_000)
    let patient = search(miles, timeoutMs: 20_000)
    let first = try #require(a.takeCall())
    #expect(first.timeoutMs == 950)
    hub.advance(950)
    #expect(nina.answer(to: hasty)?.code == .deadlineExceeded)
    let second = try #require(a.takeCall())
    #expect(second.timeoutMs == 18_050)
    #expect(a.takeCancels() == [first.id])
    a.answer(second, artist("a:artist:1", name: "Nina"))
    #expect(miles.answer(to: patient)?.names == ["Nina"])
  }

  @Test("are asked again also when the provider itself says that the time is over")
  func providerSaysSo() throws {
    let hasty = search(nina, timeoutMs: 1_000)
    let patient = search(miles, timeoutMs: 20_000)
    hub.advance(900)
    a.fail(a.takeCall(), .deadlineExceeded)
    #expect(nina.answer(to: hasty)?.code == .deadlineExceeded)
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(miles.answer(to: patient)?.names == ["Nina"])
  }

  @Test("tell who joins late what came before")
  func joinedLate() throws {
    _ = search(nina) { $0.stream = true }
    let question = a.takeCall()
    a.part(question, seq: 0, artist("a:artist:1", name: "Nina"))
    let joined = search(miles) { $0.stream = true }
    let shown = hub.mail(of: miles.peer).filter { $0.header.re == joined }
    #expect(shown.map(\.header.type) == [.part])
    a.answer(question, [artist("a:artist:2", name: "Nino")], parts: 1)
    #expect(miles.answer(to: joined)?.names == ["Nina", "Nino"])
  }

  @Test("fail for all who asked")
  func failed() {
    let calls = [search(nina), search(miles)]
    a.fail(a.takeCall(), .upstreamUnavailable)
    #expect(nina.answer(to: calls[0])?.code == .sourcesFailed)
    #expect(miles.answer(to: calls[1])?.code == .sourcesFailed)
  }

  @Test("go on for those who wait longer when one no longer waits")
  func late() throws {
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let short = search(nina) { $0.waitMs = 100 }
    let long = search(miles) { $0.waitMs = 5_000 }
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nino"))
    hub.advance(100)
    #expect(nina.answer(to: short)?.outcomes == "a: late, b: ok")
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(miles.answer(to: long)?.outcomes == "a: ok, b: ok")
  }

  @Test("serve a search and a search for an entity alike")
  func resolution() throws {
    let b = hub.connectProvider("b", serving: [.getArtist])
    let get = nina.call(.getArtist) { $0.id = id("b:artist:1") }
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    let first = try #require(a.takeCall())
    let again = miles.call(.getArtist) { $0.id = id("b:artist:1") }
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(a.takeCalls().isEmpty)
    a.answer(first, artist("a:artist:5", name: "Nina"))
    a.answer(a.takeCall(), artist("a:artist:5", name: "Nina"))
    #expect(nina.answer(to: get)?.outcomes == "a: ok, b: ok")
    #expect(miles.answer(to: again)?.outcomes == "a: ok, b: ok")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fetch one file for all who want it")
  func file() throws {
    let first = nina.call(.getArtwork) { $0.id = id("a:album:1") }
    a.answer(
      a.takeCall(),
      album("a:album:1", title: "Hits") { $0.artwork = [Artwork(url: "x", role: .cover)] }
    )
    let second = miles.call(.getArtwork) { $0.id = id("a:album:1") }
    var done = Done()
    done.media = Done.Media(type: "image/jpeg")
    a.end(a.takeCall(), done, attachment: [7])
    #expect(nina.answer(to: first)?.attachment == [7])
    #expect(miles.answer(to: second)?.attachment == [7])
  }

  @Test("are asked once again for all when their provider is lost")
  func lost() throws {
    let calls = [search(nina), search(miles)]
    #expect(a.takeCalls().count == 1)
    a.exit()
    a.spawn()
    a.hello()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(nina.answer(to: calls[0])?.names == ["Nina"])
    #expect(miles.answer(to: calls[1])?.names == ["Nina"])
  }

  @Test("of one client are shared as well")
  func oneClient() {
    let calls = [search(nina), search(nina)]
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    for call in calls { #expect(nina.answer(to: call)?.names == ["Nina"]) }
  }
}
