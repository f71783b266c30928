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
    a = hub.connectProvider("a", serving: [.artistsSearch])
    b = hub.connectProvider("b", serving: [.artistsSearch])
    client = hub.connectClient()
  }

  func search(limit: Int? = nil) -> String {
    client.call(.artistsSearch) {
      $0.text = "nina"
      $0.limit = limit
      $0.stream = true
    }
  }

  @Test("sends the items of a source before the others reply")
  func shown() throws {
    let call = search()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    let first = client.takeMessages(of: call)
    #expect(first.map(\.header.type) == [.part])
    let part = try #require(first.first).decodeBody(Part.self)
    #expect(part.upsert?.elements.map(\.id) == [id("a:artist:1")])
    #expect(part.items == nil)
    b.reply(to: b.takeCall())
    let reply = try #require(CallReply(first + client.takeMessages(of: call)))
    #expect(reply.done?.ids == [id("a:artist:1")])
    #expect(reply.done?.items == nil)
  }

  @Test("forwards parts of a source as they arrive")
  func parts() throws {
    let call = search()
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, artist("a:artist:1", name: "Nina A"))
    a.part(providerCall, seq: 1, artist("a:artist:2", name: "Nina B"))
    #expect(hub.mail(of: client.peer).filter { $0.header.type == .part }.count == 2)
    b.reply(to: b.takeCall())
    a.reply(to: providerCall, [artist("a:artist:3", name: "Nina C")], parts: 2)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina A", "Nina B", "Nina C"])
  }

  @Test("sends what several sources have sent at the same time in one part")
  func together() throws {
    let c = hub.connectProvider("c", serving: [.artistsSearch])
    let call = search()
    hub.inOneTurn {
      a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina A"))
      b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina B"))
    }
    let messages = client.takeMessages(of: call)
    #expect(messages.count == 1)
    let part = try #require(messages.first).decodeBody(Part.self)
    #expect(part.upsert?.elements.map(\.id) == [id("a:artist:1"), id("b:artist:1")])
    c.reply(to: c.takeCall())
  }

  @Test("merges an item into an entity that was sent before")
  func into() throws {
    let call = search()
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    a.reply(to: a.takeCall(), artist("a:artist:1", "b:artist:1", name: "Nina"))
    let messages = client.takeMessages(of: call)
    let parts = try messages.filter { $0.header.type == .part }.map { try $0.decodeBody(Part.self) }
    #expect(parts.last?.gone == [.init(id: id("b:artist:1"), into: id("a:artist:1"))])
    #expect(CallReply(messages)?.items.map(\.id) == [id("a:artist:1")])
  }

  @Test("removes items that no longer fit on the page")
  func fallsOff() throws {
    let call = search(limit: 1)
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Ninas"))
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "nina"))
    let messages = client.takeMessages(of: call)
    let reply = try #require(CallReply(messages))
    #expect(reply.names == ["nina"])
    #expect(reply.done?.total == 2)
  }

  @Test("retains items of a source that fails later")
  func failedSource() throws {
    let call = search()
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, artist("a:artist:1", name: "Nina"))
    a.fail(providerCall, .upstreamUnavailable)
    b.reply(to: b.takeCall())
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.outcomes == "a: failed, b: empty")
    #expect(reply.sources.first?.count == 1)
  }

  @Test("counts the parts of a call that fails")
  func failedCall() throws {
    let call = search()
    a.part(a.takeCall(), seq: 0, artist("a:artist:1", name: "Nina"))
    client.cancel(call)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .cancelled)
    #expect(reply.failure?.parts == 1)
  }

  @Test("does not apply to a single entity, which is sent in done")
  func single() throws {
    let c = hub.connectProvider("c", serving: [.artistGet])
    let call = client.call(.artistGet) {
      $0.id = id("c:artist:1")
      $0.stream = true
    }
    c.reply(to: c.takeCall(), artist("c:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.done?.items?.elements.count == 1)
  }

  @Test("splits a large change of the page into several parts")
  func slices() throws {
    let call = search(limit: 200)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<200))
    b.reply(to: b.takeCall())
    let messages = client.takeMessages(of: call)
    #expect(messages.map(\.header.type) == [.part, .part, .done])
    #expect(CallReply(messages)?.items == PagingTests.ninas(0..<200))
  }
}
