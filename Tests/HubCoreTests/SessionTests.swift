import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Opening sessions")
struct SessionTests {
  let hub = HubDriver()

  @Test("a client gets a welcome with a unique session id")
  func client() throws {
    let first = ModelClient(hub)
    let second = ModelClient(hub)
    let helloReply = first.hello()
    second.hello()
    #expect(first.sid != second.sid)
    guard case .welcome(let welcome) = helloReply else {
      Issue.record("Not welcomed: \(String(describing: helloReply))")
      return
    }
    #expect(welcome.version == ProtocolVersion(major: 1, minor: 0))
    #expect(welcome.limits == .standard)
    #expect(welcome.liveness.deadMs >= 3 * welcome.liveness.pingMs)
  }

  @Test("a peer without a common version is rejected with the supported versions")
  func version() {
    let two = ProtocolVersion(major: 1, minor: 2)
    let hello = Hello(
      versions: VersionRange(min: two, max: two),
      peer: .init(name: "newer", version: "2")
    )
    let client = ModelClient(hub)
    guard case .reject(let reject) = client.hello(hello) else {
      Issue.record("Not rejected")
      return
    }
    #expect(reject.code == .versionUnsupported)
    #expect(reject.supported == VersionRange.supported.listed)
    #expect(hub.hub.load.clients == 0)
  }

  @Test("frames of another major version are rejected with the supported versions")
  func major() throws {
    let client = ModelClient(hub)
    hub.handle(.refused(.otherMajor(tag: Array("MB2".utf8)), from: client.peer))
    let message = try #require(hub.takeMail(of: client.peer).first)
    let reject = try message.decodeBody(Reject.self)
    #expect(reject.code == .versionUnsupported)
    #expect(reject.supported == VersionRange.supported.listed)
  }

  @Test("a provider with an unknown token is rejected")
  func token() {
    let provider = hub.findProvider("a", serving: [.artistsSearch])
    provider.spawn()
    guard case .reject(let reject) = provider.hello(token: "wrong") else {
      Issue.record("Not rejected")
      return
    }
    #expect(reject.code == .tokenInvalid)
    #expect(provider.hello().isWelcome)
  }

  @Test("a token is valid for any number of hellos; the last session is used")
  func manyHellos() throws {
    let provider = hub.connectProvider("a", serving: [.artistsSearch])
    let old = (peer: provider.peer, sid: provider.sid)
    provider.reconnect()
    #expect(provider.hello().isWelcome)
    #expect(provider.sid != old.sid)
    hub.connectClient().call(.artistsSearch) { $0.text = "nina" }
    #expect(hub.mail(of: old.peer).isEmpty)
    #expect(provider.takeCalls().count == 1)
  }

  @Test("a descriptor of another provider is rejected")
  func otherDescriptor() {
    let provider = hub.findProvider("a", serving: [.artistsSearch])
    provider.spawn()
    provider.descriptor.id = ProviderID(rawValue: "b")!
    guard case .reject(let reject) = provider.hello() else {
      Issue.record("Not rejected")
      return
    }
    #expect(reject.code == .protocolViolation)
  }

  @Test("clients beyond the limit are rejected as busy")
  func maxClients() {
    let hub = HubDriver { $0.maxClients = 2 }
    _ = hub.connectClient()
    let second = hub.connectClient()
    let third = ModelClient(hub)
    guard case .bye(let bye) = third.hello() else {
      Issue.record("Not sent away")
      return
    }
    #expect(bye.code == .busy)
    second.disconnect()
    #expect(third.hello().isWelcome)
  }

  @Test("a second hello of a client cancels its calls and opens a new session")
  func helloAgain() {
    let provider = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let providerCall = provider.takeCall()
    client.hello()
    #expect(provider.takeCancels() == [providerCall?.id])
    #expect(hub.hub.load.calls == 0)
    #expect(client.reply(to: call) == nil)
  }

  @Test("messages without a session get one bye, not one each")
  func sessionUnknown() {
    let client = ModelClient(hub)
    for number in 0..<100 { client.call(.artistsSearch, id: "c\(number)") { $0.text = "x" } }
    #expect(client.takeByes().map(\.code) == [.sessionUnknown])
    hub.advance(1_000)
    client.call(.artistsSearch) { $0.text = "x" }
    #expect(client.takeByes().map(\.code) == [.sessionUnknown])
    client.hello()
    client.say(Header(type: .cancel, re: "c1", sid: "another"))
    #expect(client.takeByes().map(\.code) == [.sessionUnknown])
    #expect(hub.hub.load.clients == 0)
  }

  @Test("one connection cannot serve two providers")
  func twoTokens() {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.findProvider("b", serving: [.artistsSearch])
    b.spawn()
    var hello = Hello(peer: .init(name: "b", version: "1"), token: b.token)
    hello.descriptor = b.descriptor
    a.say(Header(type: .hello, id: "h"), hello)
    hub.connectClient().call(.artistsSearch) { $0.text = "nina" }
    let providerCalls = hub.takeMail(of: a.peer) { $0.header.type == .call }
    #expect(providerCalls.count == 1)
  }

  @Test("methods that a manifest declares and the provider lacks are reported")
  func drift() {
    _ = hub.connectProvider("a", serving: [.artistsSearch, .artistGet]) {
      $0.methods[Method.artistGet.rawValue] = nil
    }
    #expect(hub.lines(.warning).contains { $0.contains("artist.get") })
  }

  @Test("an unreadable hello is rejected")
  func unreadable() {
    let client = ModelClient(hub)
    client.say(Header(type: .hello, id: "h"), ["versions": 1])
    let replies = hub.takeMail(of: client.peer)
    #expect(replies.map(\.header.type) == [.reject])
  }
}

extension HelloReply? {
  var isWelcome: Bool {
    if case .welcome = self { true } else { false }
  }
}
