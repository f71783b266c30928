import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Cancelling and leaving")
struct CancellingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists])
    b = hub.connectProvider("b", serving: [.searchArtists])
    client = hub.connectClient()
  }

  func search() -> String { client.call(.searchArtists) { $0.text = "nina" } }

  @Test("a cancelled call ends at once, and at each provider")
  func cancel() throws {
    let call = search()
    let question = a.takeCall()
    client.cancel(call)
    #expect(client.answer(to: call)?.code == .cancelled)
    #expect(a.takeCancels() == [question?.id])
    #expect(b.takeCancels() == [b.takeCall()?.id])
    client.cancel(call)
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test("a provider that has ended is not told")
  func onlyOpen() {
    let call = search()
    a.answer(a.takeCall())
    client.cancel(call)
    #expect(a.takeCancels().isEmpty)
    #expect(b.takeCancels().count == 1)
  }

  @Test("the terminal of a cancelled question frees its place, and is told to nobody")
  func terminal() {
    let call = search()
    client.cancel(call)
    _ = client.takeMessages(of: call)
    #expect(hub.hub.load.questions == 0)
    #expect(hub.hub.load.queued == 2)
    a.fail(a.takeCall(), .cancelled)
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(hub.hub.load.isQuiet)
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test("what never was a call cannot be cancelled")
  func unknown() {
    client.cancel("nothing")
    #expect(hub.mail(of: client.peer).isEmpty)
  }

  @Test(
    "a client that goes cancels all its calls",
    arguments: ["bye", "disconnected", "congested", "hello"]
  )
  func leaves(how: String) throws {
    let calls = [search(), client.call(.searchArtists) { $0.text = "miles" }]
    let questions = a.takeCalls()
    switch how {
    case "bye": client.say(Header(type: .bye, sid: client.sid))
    case "disconnected": client.disconnect()
    case "congested": hub.handle(.congested(client.peer))
    default: client.hello()
    }
    #expect(a.takeCancels() == questions.map(\.id))
    for call in calls { #expect(client.takeMessages(of: call).isEmpty) }
    #expect(hub.hub.load.calls == 0)
    #expect(hub.hub.load.questions == 0)
  }

  @Test(
    "a client that does not read is told once and dropped; that it does not read the bye either is no news"
  )
  func congested() {
    _ = search()
    #expect(hub.handle(.congested(client.peer)).isEmpty == false)
    #expect(client.takeByes().map(\.code) == [.slowConsumer])
    #expect(hub.handle(.congested(client.peer)).isEmpty)
    #expect(hub.handle(.disconnected(client.peer)).isEmpty)
    #expect(hub.hub.load.clients == 0)
  }

  @Test("a message that a client does not send ends its session")
  func wrongDirection() {
    let call = search()
    client.say(Header(type: .done, re: call, sid: client.sid), Done())
    #expect(client.takeByes().map(\.code) == [.protocolViolation])
    #expect(hub.hub.load.clients == 0)
  }

  @Test("frames that are no message end the session, others are answered")
  func frames() throws {
    hub.handle(.refused(.unknownType("watch", id: "w"), from: client.peer))
    #expect(client.answer(to: "w")?.code == .typeUnknown)
    hub.handle(.refused(.unknownType("watch", id: nil), from: client.peer))
    #expect(hub.mail(of: client.peer).isEmpty)
    hub.handle(.refused(.header("no method", id: "c"), from: client.peer))
    #expect(client.answer(to: "c")?.code == .invalidHeader)
    #expect(hub.hub.load.clients == 1)
    hub.handle(.refused(.tooLarge(frame: "body", bytes: 9, limit: 8), from: client.peer))
    #expect(client.takeByes().map(\.code) == [.tooLarge])
    #expect(hub.hub.load.clients == 0)
  }

  @Test("a flood of broken frames does not fill the log")
  func flood() {
    for _ in 0..<1_000 { hub.handle(.refused(.frameCount(9), from: client.peer)) }
    #expect(hub.lines(.warning).count < 30)
    #expect(hub.mail(of: client.peer).count < 30)
  }
}
