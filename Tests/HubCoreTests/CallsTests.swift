import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Which calls are taken")
struct CallsTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists, .getArtist, .artistAlbums, .getChart])
    client = hub.connectClient()
  }

  @Test("a method that is not known is refused")
  func unknownMethod() {
    let call = client.call(Method(rawValue: "artist.marry"))
    #expect(client.answer(to: call)?.code == .methodUnknown)
  }

  @Test("the id of a call in flight cannot be used again before its end")
  func duplicate() throws {
    let call = client.call(.searchArtists, id: "same") { $0.text = "nina" }
    client.call(.searchArtists, id: "same") { $0.text = "other" }
    let refusals = client.takeMessages(of: "same")
    #expect(try refusals.map { try $0.decodeBody(Failure.self).code } == [.duplicateCall])
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.names == ["Nina"])
    client.call(.searchArtists, id: "same") { $0.text = "nina" }
    #expect(a.takeCalls().count == 1)
  }

  @Test("two clients may use the same id; neither sees the other's answer")
  func sameIDs() throws {
    let other = hub.connectClient()
    client.call(.searchArtists, id: "same") { $0.text = "nina" }
    other.call(.searchArtists, id: "same") { $0.text = "miles" }
    let questions = a.takeCalls()
    a.answer(questions.last, artist("a:artist:2", name: "Miles"))
    #expect(client.answer(to: "same") == nil)
    #expect(other.answer(to: "same")?.names == ["Miles"])
    a.answer(questions.first, artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: "same")?.names == ["Nina"])
  }

  @Test("over its limit of calls at once a client is told that the hub is busy, and when to return")
  func clientLimit() throws {
    let limit = WireLimits.standard.inflight
    for number in 0..<limit { client.call(.searchArtists) { $0.text = "nina \(number)" } }
    let refused = client.call(.searchArtists) { $0.text = "one more" }
    let answer = try #require(client.answer(to: refused))
    #expect(answer.code == .busy)
    #expect(answer.failure?.retryAfterMs ?? 0 > 0)
    let other = hub.connectClient()
    #expect(other.answer(to: other.call(.hubStatus))?.done != nil)
    a.answer(a.takeCalls().first)
    let taken = client.call(.searchArtists) { $0.text = "one more" }
    #expect(client.answer(to: taken) == nil)
  }

  @Test("over its limit of calls in all the hub is busy")
  func hubLimit() throws {
    let hub = HubDriver { $0.callsMax = 2 }
    let a = hub.connectProvider("a", serving: [.searchArtists])
    for number in 0..<2 { hub.connectClient().call(.searchArtists) { $0.text = "nina \(number)" } }
    let client = hub.connectClient()
    let refused = client.call(.searchArtists) { $0.text = "nina" }
    #expect(client.answer(to: refused)?.code == .busy)
    a.answer(a.takeCalls().first)
    let taken = client.call(.searchArtists) { $0.text = "nina" }
    #expect(client.answer(to: taken) == nil)
  }

  static let wrong: [(BusProtocol.Method, String)] = [
    (.searchArtists, "{}"), (.searchArtists, #"{"text": "  "}"#), (.searchArtists, #"{"text": 7}"#),
    (.getArtist, "{}"), (.getArtist, #"{"id": "a:album:1"}"#), (.getArtist, #"{"id": "nina"}"#),
    (.getArtwork, "{}"), (.getArtwork, #"{"id": "a:chart:1"}"#), (.getArtist, "[]"),
    (.getArtist, "{"),
    (.artistAlbums, #"{"id": "a:artist:1", "from": "2020", "to": "2019"}"#),
  ]

  @Test("parameters by which nothing can be asked are refused with a reason", arguments: wrong)
  func wrongParameters(method: BusProtocol.Method, body: String) throws {
    let header = Header(type: .call, id: "c", sid: client.sid, method: method)
    hub.handle(.received(WireMessage(header, body: Array(body.utf8)), from: client.peer))
    let answer = try #require(client.answer(to: "c"))
    #expect(answer.code == .invalidParams)
    #expect(answer.failure?.message.isEmpty == false)
    #expect(a.takeCalls().isEmpty)
  }

  @Test(
    "numbers beyond all bounds do no harm",
    arguments: [Int.min, -1, 0, 201, 100_001, Int.max]
  )
  func numbers(_ number: Int) {
    for change: (inout CallParameters) -> Void in [
      { $0.limit = number }, { $0.offset = number }, { $0.waitMs = number },
      {
        $0.limit = number; $0.offset = number
      },
    ] {
      let call = client.call(.searchArtists) {
        $0.text = "nina"
        change(&$0)
      }
      if let answer = client.answer(to: call) {
        #expect(answer.done != nil || answer.code == .invalidParams)
      } else {
        a.answer(a.takeCalls().last, artist("a:artist:1", name: "Nina"))
        #expect(client.answer(to: call)?.failure == nil)
      }
    }
  }

  @Test("the chart is of albums or songs, whole, by rank")
  func chart() throws {
    let call = client.call(.getChart) {
      $0.chart = .albums
      $0.country = "us"
      $0.limit = 2
    }
    let question = try #require(a.takeCall())
    #expect(question.parameters.chart == .albums)
    #expect(question.parameters.limit == 100)
    a.answer(
      question,
      (0..<5).map { n in album("a:album:\(n)", title: "Title \(9 - n)") { $0.rank = 5 - n } }
    )
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Title 5", "Title 6"])
    #expect(answer.done?.total == 5)
  }
}
