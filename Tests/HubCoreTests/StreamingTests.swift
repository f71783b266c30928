import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Streaming the first page")
struct StreamingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists])
    b = hub.connectProvider("b", serving: [.searchArtists])
    client = hub.connectClient()
  }

  func search(limit: Int? = nil) -> String {
    client.call(.searchArtists) {
      $0.text = "nina"
      $0.limit = limit
      $0.stream = true
    }
  }

  @Test("what a source gives is shown before the others answer")
  func shown() throws {
    let call = search()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    let first = client.takeMessages(of: call)
    #expect(first.map(\.header.type) == [.part])
    let part = try #require(first.first).decodeBody(Part.self)
    #expect(part.upsert?.elements.map(\.id) == [id("a:artist:1")])
    #expect(part.items == nil)
    b.answer(b.takeCall())
    let answer = try #require(CallAnswer(first + client.takeMessages(of: call)))
    #expect(answer.done?.ids == [id("a:artist:1")])
    #expect(answer.done?.items == nil)
  }

  @Test("a source's own parts are shown as they come")
  func parts() throws {
    let call = search()
    let question = a.takeCall()
    a.part(question, seq: 0, artist("a:artist:1", name: "Nina A"))
    a.part(question, seq: 1, artist("a:artist:2", name: "Nina B"))
    #expect(hub.mail(of: client.peer).filter { $0.header.type == .part }.count == 2)
    b.answer(b.takeCall())
    a.answer(question, [artist("a:artist:3", name: "Nina C")], parts: 2)
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina A", "Nina B", "Nina C"])
  }

  @Test("what turns out to be part of another entity goes into it")
  func into() throws {
    let call = search()
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    a.answer(a.takeCall(), artist("a:artist:1", "b:artist:1", name: "Nina"))
    let messages = client.takeMessages(of: call)
    let parts = try messages.filter { $0.header.type == .part }.map { try $0.decodeBody(Part.self) }
    #expect(parts.last?.gone == [.init(id: id("b:artist:1"), into: id("a:artist:1"))])
    #expect(CallAnswer(messages)?.items.map(\.id) == [id("a:artist:1")])
  }

  @Test("what falls off the page goes")
  func fallsOff() throws {
    let call = search(limit: 1)
    b.answer(b.takeCall(), artist("b:artist:1", name: "Ninas"))
    a.answer(a.takeCall(), artist("a:artist:1", name: "nina"))
    let messages = client.takeMessages(of: call)
    let answer = try #require(CallAnswer(messages))
    #expect(answer.names == ["nina"])
    #expect(answer.done?.total == 2)
  }

  @Test("what a source gave before it failed stays")
  func failedSource() throws {
    let call = search()
    let question = a.takeCall()
    a.part(question, seq: 0, artist("a:artist:1", name: "Nina"))
    a.fail(question, .upstreamUnavailable)
    b.answer(b.takeCall())
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina"])
    #expect(answer.outcomes == "a: failed, b: empty")
    #expect(answer.sources.first?.count == 1)
  }

  @Test("a streamed call that fails counts its parts")
  func failedCall() throws {
    let call = search()
    a.part(a.takeCall(), seq: 0, artist("a:artist:1", name: "Nina"))
    client.cancel(call)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .cancelled)
    #expect(answer.failure?.parts == 1)
  }

  @Test("a single entity is not streamed: it comes in done")
  func single() throws {
    let c = hub.connectProvider("c", serving: [.getArtist])
    let call = client.call(.getArtist) {
      $0.id = id("c:artist:1")
      $0.stream = true
    }
    c.answer(c.takeCall(), artist("c:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.done?.items?.elements.count == 1)
  }

  @Test("a page that changes in many entities at once comes in slices")
  func slices() throws {
    let call = search(limit: 200)
    a.answer(a.takeCall(), PagingTests.ninas(0..<200))
    b.answer(b.takeCall())
    let messages = client.takeMessages(of: call)
    #expect(messages.map(\.header.type) == [.part, .part, .done])
    #expect(CallAnswer(messages)?.items == PagingTests.ninas(0..<200))
  }
}
