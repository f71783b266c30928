import BusProtocol
import HubCore
import MusicModel
import Testing

/// The rules of Protocol/hub.md, "Receiving messages", for messages that belong to no session.
@Suite("A faulty message")
struct MessageFaultsTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  private func sendOtherTag() {
    hub.handle(.refused(.otherMajor(tag: Array("MB2".utf8)), from: client.peer))
  }

  private func statusIsServed() -> Bool {
    client.reply(to: client.call(.hubStatus))?.done != nil
  }

  @Test("with one of the last four sids of its connection is ignored, and one with a fifth is not")
  func olderSid() throws {
    var sids = [client.sid]
    for _ in 0..<5 {
      client.hello()
      sids.append(client.sid)
    }
    let current = sids.removeLast()
    for sid in sids.suffix(4) {
      client.say(Header(type: .call, id: sid, sid: sid, method: .hubStatus))
      #expect(hub.takeMail(of: client.peer).isEmpty, "\(sid)")
    }
    #expect(client.sid == current)
    #expect(statusIsServed())
    client.say(Header(type: .call, id: "c", sid: sids[0], method: .hubStatus))
    #expect(client.takeByes().map(\.code) == [.sessionUnknown])
  }

  @Test("with another tag gets one reject per second and leaves the session open")
  func otherTag() {
    for _ in 0..<3 { sendOtherTag() }
    #expect(hub.takeMail(of: client.peer).map(\.header.type) == [.reject])
    #expect(statusIsServed())
    hub.advance(1_000)
    sendOtherTag()
    #expect(hub.takeMail(of: client.peer).map(\.header.type) == [.reject])
  }

  @Test(
    "with a readable id gets an error for that id, whatever the type of its other members",
    arguments: [
      (#""method":"hub.status","timeoutMs":"5""#, "\"timeoutMs\" must be an integer"),
      (#""method":"hub.status","timeoutMs":1.5"#, "\"timeoutMs\" must be an integer"),
      (#""method":"hub.status","re":5"#, "\"re\" must be a string"),
      (#""method":["hub.status"]"#, "\"method\" must be a string"),
      (#""method":"hub.status","seq":{}"#, "\"seq\" must be an integer"),
      (#""method":"hub.status","re":"""#, "\"re\" must have 1 to 64 bytes"),
      (#""method":"hub.status","type":7"#, "\"type\" must be a string"),
    ]
  )
  func wrongTypes(members: String, problem: String) throws {
    let type = members.contains("type") ? "" : #","type":"call""#
    let text = #"{"id":"c-7","sid":"\#(client.sid)",\#(members)\#(type)}"#
    let error = #expect(throws: WireError.self) {
      try WireMessage(frames: [WireMessage.tag, Array(text.utf8)])
    }
    hub.handle(.refused(try #require(error), from: client.peer))
    let failure = Failure(.invalidHeader, "The header is not valid: \(problem).")
    let reply = WireMessage(
      Header(type: .error, re: "c-7", sid: client.sid),
      body: try JSONCodec.encode(failure)
    )
    #expect(hub.takeMail(of: client.peer) == [reply])
    #expect(statusIsServed())
  }

  @Test("of a peer without a session gets one reply per second, whatever the fault")
  func withoutSession() {
    let peer = ModelClient(hub)
    let faults: [WireError] = [
      .header("bad", id: "c"), .header("bad", id: nil), .unknownType("dance", id: "d"),
      .frameCount(9), .otherMajor(tag: Array("MB2".utf8)),
    ]
    for first in faults {
      hub.handle(.refused(first, from: peer.peer))
      for fault in faults { hub.handle(.refused(fault, from: peer.peer)) }
      peer.call(.hubStatus)
      #expect(hub.takeMail(of: peer.peer).count == 1, "\(first)")
      hub.advance(1_000)
    }
    #expect(peer.hello().isWelcome)
  }
}
