import BusProtocol
import HubCore
import MusicModel
import Testing

/// Whatever a provider says, it costs only itself.
@Suite("Providers that violate the protocol")
struct HostileProvidersTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .albumSongs])
    b = hub.connectProvider("b", serving: [.artistsSearch])
    client = hub.connectClient()
  }

  /// The reply to a call if one provider sends this and the other replies normally.
  func outcome(_ say: (ReceivedCall?) -> Void) throws -> SourceReport {
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    say(a.takeCall())
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.names.contains("Nina"))
    #expect(reply.sources.last?.outcome == .ok)
    return try #require(reply.sources.first)
  }

  @Test("parts with gaps in their numbers fail the call", arguments: [1, 7])
  func partsOutOfOrder(seq: Int) throws {
    let report = try outcome { a.part($0, seq: seq, artist("a:artist:1", name: "A")) }
    #expect(report.outcome == .failed)
    #expect(report.error?.code == .partLoss)
    #expect(a.takeCancels().count == 1)
  }

  @Test("a terminal message with a wrong part count fails the call")
  func partCount() throws {
    let report = try outcome { providerCall in
      a.part(providerCall, seq: 0, artist("a:artist:1", name: "A"))
      a.reply(to: providerCall, [], parts: 2)
    }
    #expect(report.error?.code == .partLoss)
  }

  @Test("items of a reply that lacks a part are withdrawn")
  func shownAndLost() throws {
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.stream = true
    }
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, artist("a:artist:1", name: "A"))
    a.part(providerCall, seq: 2, artist("a:artist:2", name: "B"))
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.names == ["Nina"])
  }

  @Test(
    "an invalid body fails only its call",
    arguments: ["[]", "{", "{\"items\": 7}"]
  )
  func unreadable(body: String) throws {
    let report = try outcome { providerCall in
      let header = Header(type: .done, re: providerCall?.id, sid: a.sid)
      hub.handle(.received(WireMessage(header, body: Array(body.utf8)), from: a.peer))
    }
    #expect(report.outcome == .failed)
    #expect(report.error?.code == .protocolViolation)
    #expect(a.takeByes().isEmpty)
  }

  @Test("too many parts fail the call")
  func tooManyParts() throws {
    let report = try outcome { providerCall in
      for seq in 0...400 {
        a.say(Header(type: .part, re: providerCall?.id, sid: a.sid, seq: seq), Part(items: []))
      }
    }
    #expect(report.error?.code == .protocolViolation)
  }

  @Test("a reply to a call of another provider is ignored")
  func foreignReply() throws {
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let providerCall = b.takeCall()
    a.reply(to: providerCall, artist("a:artist:1", name: "Stolen"))
    #expect(client.reply(to: call) == nil)
    b.reply(to: providerCall, artist("b:artist:1", name: "Nina"))
    a.reply(to: a.takeCall())
    #expect(client.reply(to: call)?.names == ["Nina"])
  }

  @Test("a reply to a call that was not sent yet is ignored")
  func notSent() throws {
    let c = hub.connectProvider("c", serving: [.albumsSearch]) { $0.inflight = 1 }
    client.call(.albumsSearch) { $0.text = "one" }
    let second = client.call(.albumsSearch) { $0.text = "two" }
    let first = try #require(c.takeCall())
    let number = (Int(first.id.dropFirst()) ?? 0)
    for guess in 1...3 {
      let header = Header(type: .done, re: "q\(number + guess)", sid: c.sid)
      c.say(header, Done(items: [album("c:album:1", title: "Guessed")]))
    }
    #expect(client.reply(to: second) == nil)
    c.reply(to: first)
    #expect(c.takeCall()?.parameters.text == "two")
  }

  @Test("a second terminal message is ignored")
  func twoEnds() throws {
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let providerCall = a.takeCall()
    a.reply(to: providerCall, artist("a:artist:1", name: "A"))
    a.reply(to: providerCall, artist("a:artist:2", name: "B"))
    a.fail(providerCall, .internalError)
    b.reply(to: b.takeCall())
    #expect(client.reply(to: call)?.names == ["A"])
  }

  @Test("items beyond the limit of the protocol are ignored")
  func tooMany() throws {
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.limit = 200
    }
    let providerCall = a.takeCall()
    for seq in 0..<20 {
      let items = (0..<100).map { artist("a:artist:\(seq)-\($0)", name: "\(seq) \($0)") }
      a.say(Header(type: .part, re: providerCall?.id, sid: a.sid, seq: seq), Part(items: items))
    }
    a.reply(to: providerCall, [], parts: 20)
    b.reply(to: b.takeCall())
    let reply = try #require(client.reply(to: call))
    #expect(reply.done?.total == 400)
    #expect(reply.sources.first?.skipped == 1_600)
  }

  @Test("numbers out of range do no harm", arguments: [Int.min, -1, 0, Int.max])
  func numbers(number: Int) throws {
    let report = try outcome { providerCall in
      var done = Done(items: [artist("a:artist:1", name: "A"), artist("b:artist:9", name: "B")])
      done.skipped = number
      done.spent = ["example.org": number]
      a.end(providerCall, done)
    }
    #expect(report.outcome == .ok)
    let failed = try outcome { a.fail($0, .upstreamRateLimited, retryAfterMs: number) }
    #expect(failed.outcome == .rateLimited)
    #expect(try #require(failed.error?.retryAfterMs) >= 0)
    a.say(
      Header(type: .pong, re: "p1", sid: a.sid),
      Pong(inflight: number, oldestMs: number, ended: number)
    )
    let call = client.call(.albumSongs) { $0.id = id("a:album:1") }
    a.reply(
      to: a.takeCall(),
      [number, 3].map { (n: Int) in
        song("a:song:\(n)", title: "Song") {
          ($0.discNumber, $0.trackNumber, $0.durationMs, $0.rank) = (number, number, n, number)
        }
      }
    )
    #expect(client.reply(to: call)?.failure == nil)
  }

  @Test(
    "a descriptor with numbers out of range does no harm",
    arguments: [Int.min, -1, 0, 1, Int.max]
  )
  func descriptor(number: Int) throws {
    let c = hub.connectProvider("c", serving: [.artistGet]) {
      $0.methods["artist.get"] = .init(cost: ["x.org": number], freshMs: number)
      $0.budgets = ["x.org": .init(requests: number, perMs: number)]
    }
    let call = client.call(.artistGet) { $0.id = id("c:artist:1") }
    c.reply(to: c.takeCalls().first, [artist("c:artist:1", name: "Nina")], spent: ["x.org": number])
    hub.advance(20_000)
    #expect(client.reply(to: call) != nil)
  }

  @Test("a long error message is truncated")
  func longMessage() throws {
    let report = try outcome { providerCall in
      let failure = Failure(.internalError, String(repeating: "x", count: 500_000))
      a.say(Header(type: .error, re: providerCall?.id, sid: a.sid), failure)
    }
    #expect(report.error?.message.utf8.count ?? 0 <= 2_000)
  }

  @Test("a message with an invalid header fails the call that it names")
  func brokenHeader() throws {
    let report = try outcome { providerCall in
      hub.handle(.refused(.header("\"seq\" is negative", id: providerCall?.id), from: a.peer))
    }
    #expect(report.outcome == .failed)
  }

  @Test(
    "records with hundreds of foreign ids cost no more than their size",
    .timeLimit(.minutes(1))
  )
  func manyIDs() throws {
    func ids(_ number: Int) -> [EntityID] {
      [id("a:artist:\(number)")] + (0..<1_000).map { id("x\($0 % 500):artist:\($0)") }
    }
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let query = a.takeCall()
    let all = (0..<200).map { number in
      artist("a:artist:\(number)", name: "Nina \(number)") { $0.ids = ids(number) }
    }
    a.reply(to: query, all)
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.names.contains("Nina"))
    #expect(reply.items.allSatisfy { $0.ids.count <= Entity.maxListCount * 2 })
  }

  @Test("names of many kilobytes cost no more than their size", .timeLimit(.minutes(1)))
  func longNames() throws {
    let marks = ["\u{301}", "\u{5B4}", "\u{94D}", "ab", "!"]
    let names = marks.map { "N" + String(repeating: $0, count: 20_000) }
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let query = a.takeCall()
    a.reply(
      to: query,
      names.enumerated().map { number, name in artist("a:artist:\(number)", name: name) }
    )
    b.reply(
      to: b.takeCall(),
      names.enumerated().map { number, name in artist("b:artist:\(number)", name: name + "x") }
    )
    let reply = try #require(client.reply(to: call))
    #expect(!reply.items.isEmpty)
  }
}
