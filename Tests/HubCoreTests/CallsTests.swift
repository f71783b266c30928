import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The admission of calls")
struct CallsTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet, .artistAlbums, .chartGet])
    client = hub.connectClient()
  }

  @Test("rejects an unknown method")
  func unknownMethod() {
    let call = client.call(Method(rawValue: "artist.marry"))
    #expect(client.reply(to: call)?.code == .methodUnknown)
  }

  @Test("rejects the id of a call in flight")
  func duplicate() throws {
    let call = client.call(.artistsSearch, id: "same") { $0.text = "nina" }
    client.call(.artistsSearch, id: "same") { $0.text = "other" }
    let refusals = client.takeMessages(of: "same")
    #expect(try refusals.map { try $0.decodeBody(Failure.self).code } == [.duplicateCall])
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.names == ["Nina"])
    client.call(.artistsSearch, id: "same") { $0.text = "nina" }
    #expect(a.takeCalls().count == 1)
  }

  @Test("lets two clients use the same id, with separate replies")
  func sameIDs() throws {
    let other = hub.connectClient()
    client.call(.artistsSearch, id: "same") { $0.text = "nina" }
    other.call(.artistsSearch, id: "same") { $0.text = "miles" }
    let providerCalls = a.takeCalls()
    a.reply(to: providerCalls.last, artist("a:artist:2", name: "Miles"))
    #expect(client.reply(to: "same") == nil)
    #expect(other.reply(to: "same")?.names == ["Miles"])
    a.reply(to: providerCalls.first, artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: "same")?.names == ["Nina"])
  }

  @Test("rejects a client over its limit of calls as busy, with a retry time")
  func clientLimit() throws {
    let limit = WireLimits.standard.inflight
    for number in 0..<limit { client.call(.artistsSearch) { $0.text = "nina \(number)" } }
    let refused = client.call(.artistsSearch) { $0.text = "one more" }
    let reply = try #require(client.reply(to: refused))
    #expect(reply.code == .busy)
    #expect(reply.failure?.retryAfterMs ?? 0 > 0)
    let other = hub.connectClient()
    #expect(other.reply(to: other.call(.hubStatus))?.done != nil)
    a.reply(to: a.takeCalls().first)
    let taken = client.call(.artistsSearch) { $0.text = "one more" }
    #expect(client.reply(to: taken) == nil)
  }

  @Test("rejects all clients over the hub's limit of calls")
  func hubLimit() throws {
    let hub = HubDriver { $0.maxCalls = 2 }
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    for number in 0..<2 { hub.connectClient().call(.artistsSearch) { $0.text = "nina \(number)" } }
    let client = hub.connectClient()
    let refused = client.call(.artistsSearch) { $0.text = "nina" }
    #expect(client.reply(to: refused)?.code == .busy)
    a.reply(to: a.takeCalls().first)
    let taken = client.call(.artistsSearch) { $0.text = "nina" }
    #expect(client.reply(to: taken) == nil)
  }

  static let wrong: [(BusProtocol.Method, String)] = [
    (.artistsSearch, "{}"), (.artistsSearch, #"{"text": "  "}"#), (.artistsSearch, #"{"text": 7}"#),
    (.artistGet, "{}"), (.artistGet, #"{"id": "a:album:1"}"#), (.artistGet, #"{"id": "nina"}"#),
    (.artworkGet, "{}"), (.artworkGet, #"{"id": "a:chart:1"}"#), (.artistGet, "[]"),
    (.artistGet, "{"),
    (.artistAlbums, #"{"id": "a:artist:1", "from": "2020", "to": "2019"}"#),
  ]

  @Test("rejects invalid parameters with a reason", arguments: wrong)
  func wrongParameters(method: BusProtocol.Method, body: String) throws {
    let header = Header(type: .call, id: "c", sid: client.sid, method: method)
    hub.handle(.received(WireMessage(header, body: Array(body.utf8)), from: client.peer))
    let reply = try #require(client.reply(to: "c"))
    #expect(reply.code == .invalidParams)
    #expect(reply.failure?.message.isEmpty == false)
    #expect(a.takeCalls().isEmpty)
  }

  @Test(
    "clamps or rejects numbers out of range",
    arguments: [Int.min, -1, 0, 201, 100_001, Int.max]
  )
  func numbers(_ number: Int) {
    for change: (inout CallParameters) -> Void in [
      { $0.limit = number }, { $0.offset = number }, { $0.waitMs = number },
      {
        $0.limit = number; $0.offset = number
      },
    ] {
      let call = client.call(.artistsSearch) {
        $0.text = "nina"
        change(&$0)
      }
      if let reply = client.reply(to: call) {
        #expect(reply.done != nil || reply.code == .invalidParams)
      } else {
        a.reply(to: a.takeCalls().last, artist("a:artist:1", name: "Nina"))
        #expect(client.reply(to: call)?.failure == nil)
      }
    }
  }

  @Test("fetches the whole chart of albums or songs, by rank")
  func chart() throws {
    let call = client.call(.chartGet) {
      $0.chart = .albums
      $0.country = "us"
      $0.limit = 2
    }
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.parameters.chart == .albums)
    #expect(providerCall.parameters.limit == 100)
    a.reply(
      to: providerCall,
      (0..<5).map { n in album("a:album:\(n)", title: "Title \(9 - n)") { $0.rank = 5 - n } }
    )
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Title 5", "Title 6"])
    #expect(reply.done?.total == 5)
  }

  @Test("continues work that exceeds that of one turn in the next one, which is due at once")
  func muchWork() {
    let hub = HubDriver { $0.maxWork = 2 }
    func settle() {
      while let next = hub.hub.nextDeadline, next <= hub.now { hub.handle(.tick) }
    }
    let providers = ["a", "b", "c"].map { name in
      let provider = hub.connectProvider(name, serving: [.artistsSearch])
      settle()
      return provider
    }
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    settle()
    for provider in providers {
      provider.reply(to: provider.takeCall(), artist("\(provider.id):artist:1", name: "Nina"))
      settle()
    }
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: ok, c: ok")
  }
}
