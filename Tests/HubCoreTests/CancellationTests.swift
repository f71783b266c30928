import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Cancelling and disconnecting")
struct CancellationTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch])
    b = hub.connectProvider("b", serving: [.artistsSearch])
    client = hub.connectClient()
  }

  func search() -> String { client.call(.artistsSearch) { $0.text = "nina" } }

  @Test("a cancelled call ends immediately, also at each provider")
  func cancel() throws {
    let call = search()
    let providerCall = a.takeCall()
    client.cancel(call)
    #expect(client.reply(to: call)?.code == .cancelled)
    #expect(a.takeCancels() == [providerCall?.id])
    #expect(b.takeCancels() == [b.takeCall()?.id])
    client.cancel(call)
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test("a provider that has already replied gets no cancel")
  func onlyOpen() {
    let call = search()
    a.reply(to: a.takeCall())
    client.cancel(call)
    #expect(a.takeCancels().isEmpty)
    #expect(b.takeCancels().count == 1)
  }

  @Test("the terminal message of a cancelled provider call frees its slot, and is not forwarded")
  func terminal() {
    let call = search()
    client.cancel(call)
    _ = client.takeMessages(of: call)
    #expect(hub.hub.load.providerCalls == 0)
    #expect(hub.hub.load.queued == 2)
    a.fail(a.takeCall(), .cancelled)
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(hub.hub.load.isQuiet)
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test("an unknown call cannot be cancelled")
  func unknown() {
    client.cancel("nothing")
    #expect(hub.mail(of: client.peer).isEmpty)
  }

  @Test(
    "all calls of a client are cancelled when it disconnects",
    arguments: ["bye", "disconnected", "congested", "hello"]
  )
  func leaves(how: String) throws {
    let calls = [search(), client.call(.artistsSearch) { $0.text = "miles" }]
    let providerCalls = a.takeCalls()
    switch how {
    case "bye": client.say(Header(type: .bye, sid: client.sid))
    case "disconnected": client.disconnect()
    case "congested": hub.handle(.congested(client.peer))
    default: client.hello()
    }
    #expect(a.takeCancels() == providerCalls.map(\.id))
    let getsErrors = how == "congested"
    for call in calls {
      #expect(client.takeMessages(of: call).map(\.header.type) == (getsErrors ? [.error] : []))
    }
    #expect(hub.hub.load.calls == 0)
    #expect(hub.hub.load.providerCalls == 0)
  }

  @Test(
    "a slow consumer gets one bye and is disconnected; an unread bye is not an error"
  )
  func congested() {
    _ = search()
    #expect(hub.handle(.congested(client.peer)).isEmpty == false)
    #expect(client.takeByes().map(\.code) == [.slowConsumer])
    #expect(hub.handle(.congested(client.peer)).isEmpty)
    #expect(hub.handle(.disconnected(client.peer)).isEmpty)
    #expect(hub.hub.load.clients == 0)
  }

  @Test("the calls of a slow consumer, and the one whose reply was not sent, get an error first")
  func congestedCalls() throws {
    let call = search()
    let watch = client.call(.hubWatch)
    _ = client.takeMessages(of: watch)
    hub.handle(.congested(client.peer, call: "unsent"))
    let messages = hub.takeMail(of: client.peer)
    #expect(Set(messages.dropLast().compactMap(\.header.re)) == ["unsent", call, watch])
    for message in messages.dropLast() {
      #expect(try message.decodeBody(Failure.self).code == .slowConsumer)
    }
    #expect(messages.count == 4 && messages.last?.header.type == .bye)
  }

  @Test("a slow consumer that says hello again and again cannot fill the log")
  func congestedLog() {
    for _ in 0..<200 {
      client.hello()
      hub.handle(.congested(client.peer))
    }
    let lines = hub.lines.filter { $0.text.contains("it reads too slowly") }
    #expect((2...20).contains(lines.count), "\(lines.count)")
  }

  @Test("a client that sends a message of a hub loses its session")
  func wrongDirection() {
    let call = search()
    client.say(Header(type: .done, re: call, sid: client.sid), Done())
    #expect(client.takeByes().map(\.code) == [.protocolViolation])
    #expect(hub.hub.load.clients == 0)
  }

  @Test("a message too large ends the session; other invalid frames are rejected or ignored")
  func frames() throws {
    hub.handle(.refused(.unknownType("watch", id: "w"), from: client.peer))
    #expect(client.reply(to: "w")?.code == .typeUnknown)
    hub.handle(.refused(.unknownType("watch", id: nil), from: client.peer))
    #expect(hub.mail(of: client.peer).isEmpty)
    hub.handle(.refused(.header("no method", id: "c"), from: client.peer))
    #expect(client.reply(to: "c")?.code == .invalidHeader)
    #expect(hub.hub.load.clients == 1)
    hub.handle(.refused(.tooLarge(frame: "body", bytes: 9, limit: 8), from: client.peer))
    #expect(client.takeByes().map(\.code) == [.tooLarge])
    #expect(hub.hub.load.clients == 0)
  }

  @Test("the messages about one peer do not hide those about another")
  func noise() {
    let provider = hub.connectProvider("quiet", serving: [.artistsSearch])
    for _ in 0..<100 { hub.handle(.refused(.frameCount(9), from: client.peer)) }
    hub.handle(.refused(.frameCount(7), from: provider.peer))
    #expect(hub.lines(.warning).contains { $0.contains("provider quiet") })
    // Of very many peers, the log is bounded all the same.
    let before = hub.lines(.warning).count
    for number in 0..<500 {
      let other = ModelClient(hub)
      other.hello(Hello(peer: .init(name: "noisy-\(number)", version: "1")))
      hub.handle(.refused(.frameCount(9), from: other.peer))
      hub.handle(.disconnected(other.peer))
    }
    #expect(hub.lines(.warning).count - before < 120)
  }

  @Test("a flood of invalid frames does not fill the log")
  func flood() {
    for _ in 0..<1_000 { hub.handle(.refused(.frameCount(9), from: client.peer)) }
    #expect(hub.lines(.warning).count < 30)
    #expect(hub.mail(of: client.peer).count < 30)
  }
}
