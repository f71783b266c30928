import BusProtocol
import HubCore
import MusicModel
import Testing

/// Whatever a provider says, it costs only itself.
@Suite("Providers that break the rules")
struct HostileProvidersTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists, .albumSongs])
    b = hub.connectProvider("b", serving: [.searchArtists])
    client = hub.connectClient()
  }

  /// What comes of a call to which one provider says this and the other nothing special.
  func outcome(_ say: (ReceivedCall?) -> Void) throws -> SourceReport {
    let call = client.call(.searchArtists) { $0.text = "nina" }
    say(a.takeCall())
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    let answer = try #require(client.answer(to: call))
    #expect(answer.names.contains("Nina"))
    #expect(answer.sources.last?.outcome == .ok)
    return try #require(answer.sources.first)
  }

  @Test("parts that are not numbered one after the other are a loss", arguments: [1, 7])
  func partsOutOfOrder(seq: Int) throws {
    let report = try outcome { a.part($0, seq: seq, artist("a:artist:1", name: "A")) }
    #expect(report.outcome == .failed)
    #expect(report.error?.code == .partLoss)
    #expect(a.takeCancels().count == 1)
  }

  @Test("an end that counts other parts than came is a loss")
  func partCount() throws {
    let report = try outcome { question in
      a.part(question, seq: 0, artist("a:artist:1", name: "A"))
      a.answer(question, [], parts: 2)
    }
    #expect(report.error?.code == .partLoss)
  }

  @Test("nothing of an answer with a part missing is used, though it was shown")
  func shownAndLost() throws {
    let call = client.call(.searchArtists) {
      $0.text = "nina"
      $0.stream = true
    }
    let question = a.takeCall()
    a.part(question, seq: 0, artist("a:artist:1", name: "A"))
    a.part(question, seq: 2, artist("a:artist:2", name: "B"))
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.names == ["Nina"])
  }

  @Test(
    "a body that cannot be read fails that answer only",
    arguments: ["[]", "{", "{\"items\": 7}"]
  )
  func unreadable(body: String) throws {
    let report = try outcome { question in
      let header = Header(type: .done, re: question?.id, sid: a.sid)
      hub.handle(.received(WireMessage(header, body: Array(body.utf8)), from: a.peer))
    }
    #expect(report.outcome == .failed)
    #expect(report.error?.code == .protocolViolation)
    #expect(a.takeByes().isEmpty)
  }

  @Test("more parts than anybody needs are too many")
  func tooManyParts() throws {
    let report = try outcome { question in
      for seq in 0...400 {
        a.say(Header(type: .part, re: question?.id, sid: a.sid, seq: seq), Part(items: []))
      }
    }
    #expect(report.error?.code == .protocolViolation)
  }

  @Test("an answer to a question of another provider is left aside")
  func foreignAnswer() throws {
    let call = client.call(.searchArtists) { $0.text = "nina" }
    let question = b.takeCall()
    a.answer(question, artist("a:artist:1", name: "Stolen"))
    #expect(client.answer(to: call) == nil)
    b.answer(question, artist("b:artist:1", name: "Nina"))
    a.answer(a.takeCall())
    #expect(client.answer(to: call)?.names == ["Nina"])
  }

  @Test("an answer to what was not asked yet is left aside")
  func notAsked() throws {
    let c = hub.connectProvider("c", serving: [.searchAlbums]) { $0.inflight = 1 }
    client.call(.searchAlbums) { $0.text = "one" }
    let second = client.call(.searchAlbums) { $0.text = "two" }
    let first = try #require(c.takeCall())
    let number = (Int(first.id.dropFirst()) ?? 0)
    for guess in 1...3 {
      let header = Header(type: .done, re: "q\(number + guess)", sid: c.sid)
      c.say(header, Done(items: [album("c:album:1", title: "Guessed")]))
    }
    #expect(client.answer(to: second) == nil)
    c.answer(first)
    #expect(c.takeCall()?.parameters.text == "two")
  }

  @Test("a second end is left aside")
  func twoEnds() throws {
    let call = client.call(.searchArtists) { $0.text = "nina" }
    let question = a.takeCall()
    a.answer(question, artist("a:artist:1", name: "A"))
    a.answer(question, artist("a:artist:2", name: "B"))
    a.fail(question, .internalError)
    b.answer(b.takeCall())
    #expect(client.answer(to: call)?.names == ["A"])
  }

  @Test("more items than anybody asked for are not taken")
  func tooMany() throws {
    let call = client.call(.searchArtists) {
      $0.text = "nina"
      $0.limit = 200
    }
    let question = a.takeCall()
    for seq in 0..<20 {
      let items = (0..<100).map { artist("a:artist:\(seq)-\($0)", name: "\(seq) \($0)") }
      a.say(Header(type: .part, re: question?.id, sid: a.sid, seq: seq), Part(items: items))
    }
    a.answer(question, [], parts: 20)
    b.answer(b.takeCall())
    let answer = try #require(client.answer(to: call))
    #expect(answer.done?.total == 400)
    #expect(answer.sources.first?.skipped == 1_600)
  }

  @Test("numbers beyond all bounds do no harm", arguments: [Int.min, -1, 0, Int.max])
  func numbers(number: Int) throws {
    let report = try outcome { question in
      var done = Done(items: [artist("a:artist:1", name: "A"), artist("b:artist:9", name: "B")])
      done.skipped = number
      done.spent = ["example.org": number]
      a.end(question, done)
    }
    #expect(report.outcome == .ok)
    let failed = try outcome { a.fail($0, .upstreamRateLimited, retryAfterMs: number) }
    #expect(failed.outcome == .rateLimited)
    #expect(failed.error?.retryAfterMs ?? 0 >= 0)
    a.say(
      Header(type: .pong, re: "p1", sid: a.sid),
      Pong(inflight: number, oldestMs: number, ended: number)
    )
    let call = client.call(.albumSongs) { $0.id = id("a:album:1") }
    a.answer(
      a.takeCall(),
      [number, 3].map { (n: Int) in
        song("a:song:\(n)", title: "Song") {
          ($0.discNumber, $0.trackNumber, $0.durationMs, $0.rank) = (number, number, n, number)
        }
      }
    )
    #expect(client.answer(to: call)?.failure == nil)
  }

  @Test("a descriptor beyond all bounds does no harm", arguments: [Int.min, -1, 0, 1, Int.max])
  func descriptor(number: Int) throws {
    let c = hub.connectProvider("c", serving: [.getArtist]) {
      $0.methods["artist.get"] = .init(cost: ["x.org": number], freshMs: number)
      $0.budgets = ["x.org": .init(requests: number, perMs: number)]
    }
    let call = client.call(.getArtist) { $0.id = id("c:artist:1") }
    c.answer(c.takeCalls().first, [artist("c:artist:1", name: "Nina")], spent: ["x.org": number])
    hub.advance(20_000)
    #expect(client.answer(to: call) != nil)
  }

  @Test("a long message of an error is cut")
  func longMessage() throws {
    let report = try outcome { question in
      let failure = Failure(.internalError, String(repeating: "x", count: 500_000))
      a.say(Header(type: .error, re: question?.id, sid: a.sid), failure)
    }
    #expect(report.error?.message.utf8.count ?? 0 <= 2_000)
  }

  @Test("a message about a question whose header is broken ends that question")
  func brokenHeader() throws {
    let report = try outcome { question in
      hub.handle(.refused(.header("\"seq\" is negative", id: question?.id), from: a.peer))
    }
    #expect(report.outcome == .failed)
  }
}
