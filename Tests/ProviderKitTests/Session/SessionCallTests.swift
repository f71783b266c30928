import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("Calls in a provider's session")
struct SessionCallTests {
  var story: SessionDriver

  init() throws {
    story = try SessionDriver(inflight: 2)
    try story.open()
  }

  @Test("are worked on with the time that is left after a margin")
  mutating func time() throws {
    for (timeoutMs, left) in [(10_000, 9500), (1000, 950), (60, 30), (nil, 9500)] {
      var story = try SessionDriver()
      try story.open()
      let actions = try story.call("a", timeoutMs: timeoutMs)
      guard case .run(1, .searchArtists, let parameters, left)? = actions.first else {
        Issue.record("\(String(describing: timeoutMs)): \(actions)")
        continue
      }
      #expect(parameters.text == "a")
    }
  }

  @Test("end with done, which holds the items and the account")
  mutating func done() throws {
    let run = try story.running("a")
    var account = CallContext.Account()
    account.spent = ["source.example": 2]
    account.skipped = ["audiobook": 2, "podcast": 1]
    account.notes = ["From memory."]
    let message = try story.finish(run, [.artist(.named("Air"))], account: account).only(.done)
    #expect(message.header.re == "a")
    #expect(message.header.sid == "s1")
    let done = try message.decodeBody(Done.self)
    #expect(done.parts == 0)
    #expect(done.items?.elements == [.artist(.named("Air"))])
    #expect(done.spent == ["source.example": 2])
    #expect(done.skipped == 3)
    #expect(done.notes == ["From memory."])
  }

  @Test("tell nothing found as an empty list")
  mutating func empty() throws {
    let run = try story.running("a")
    let message = try story.finish(run).only(.done)
    let done = try message.decodeBody(Done.self)
    #expect(done.items?.elements == [])
    #expect(done.skipped == nil)
  }

  @Test("number their parts from 0, and the end states the count")
  mutating func parts() throws {
    let run = try story.running("a")
    let item = Entity.artist(.named("Air"))
    #expect(try story.after(.appended(run: run, [item])).only(.part).header.seq == 0)
    #expect(try story.after(.appended(run: run, [item, item])).only(.part).header.seq == 1)
    let done = try story.finish(run, [item]).only(.done).decodeBody(Done.self)
    #expect(done.parts == 2)
  }

  @Test("are cut into parts where the answer is too long for one message")
  mutating func long() throws {
    var limits = WireLimits.standard
    limits.bodyBytes = 4096
    story = try SessionDriver()
    try story.open(limits: limits)
    let run = try story.running("a")
    var large = Artist.named("large")
    large.biography = String(repeating: "x", count: 5000)
    let items = (0..<100).map { Entity.artist(.named("Artist of some name \($0)")) }
    let actions = story.finish(run, items + [.artist(large)])
    let parts = actions.messages.dropLast()
    #expect(parts.map(\.header.seq) == Array(0..<parts.count))
    #expect(parts.count > 2)
    #expect(actions.messages.allSatisfy { $0.body?.count ?? 0 <= 4096 })
    let told = try parts.flatMap { try $0.decodeBody(Part.self).items?.elements ?? [] }
    #expect(told == items)
    let end = try #require(actions.messages.last)
    let done = try end.decodeBody(Done.self)
    #expect(end.header.type == .done)
    #expect(done.parts == parts.count)
    #expect(done.skipped == 1)
  }

  @Test("carry a picture as an attachment, unless it is too large")
  mutating func media() throws {
    for (count, type) in [(10, MessageType.done), (11, .error)] {
      var limits = WireLimits.standard
      limits.attachmentBytes = 10
      var story = try SessionDriver()
      try story.open(limits: limits)
      let run = try story.running("a")
      let bytes = [UInt8](repeating: 7, count: count)
      let media = Media(bytes: bytes, type: "image/png", url: "https://x.example/a")
      let ended = CallExecutor.Ended(
        result: .success(Reply(media: media)),
        account: CallContext.Account()
      )
      let message = try story.after(.ended(run: run, ended)).only(type)
      guard type == .done else {
        #expect(try message.decodeBody(Failure.self).code == .tooLarge)
        continue
      }
      #expect(message.attachment == bytes)
      let done = try message.decodeBody(Done.self)
      #expect(done.media == Done.Media(type: "image/png", url: "https://x.example/a"))
      #expect(done.items == nil)
    }
  }

  @Test("end with an error that tells parts and requests")
  mutating func failure() throws {
    let run = try story.running("a")
    _ = story.after(.appended(run: run, [.artist(.named("Air"))]))
    let account = CallContext.Account(spent: ["source.example": 1])
    let failure = Failure(.upstreamRateLimited, "slow down", retryAfterMs: 5000)
    let ended = CallExecutor.Ended(result: .failure(failure), account: account)
    let error = try story.after(.ended(run: run, ended)).only(.error).decodeBody(Failure.self)
    #expect(error.code == .upstreamRateLimited)
    #expect(error.retryAfterMs == 5000)
    #expect(error.parts == 1)
    #expect(error.spent == ["source.example": 1])
  }

  @Test("are refused over the number at once, and taken again when one has ended")
  mutating func busy() throws {
    let first = try story.running("a")
    _ = try story.running("b")
    let busy = try story.call("c").only(.error).decodeBody(Failure.self)
    #expect(busy.code == .busy)
    #expect(busy.retryAfterMs ?? 0 > 0)
    _ = story.finish(first)
    #expect(try story.call("c").messages.isEmpty)
  }

  @Test("are refused while too much abandoned work goes on")
  mutating func abandoned() throws {
    for id in ["a", "b", "c", "d"] {
      _ = try story.running(id)
      _ = try story.after(Header(type: .cancel, re: id, sid: "s1"), Bye())
    }
    let error = try story.call("e").only(.error).decodeBody(Failure.self)
    #expect(error.code == .busy)
    #expect(story.finish(1).isEmpty)
    #expect(try story.call("e").messages.isEmpty)
  }

  struct Refusal: Sendable {
    var id = "x"
    var method = Method.searchArtists
    var sid = "s1"
    var body: [UInt8]? = Array(#"{"text":"x"}"#.utf8)
    let code: ErrorCode
  }

  @Test(
    "are refused with a reason where they cannot be worked on",
    arguments: [
      Refusal(id: "a", code: .duplicateCall),
      Refusal(method: Method(rawValue: "dances.search"), code: .methodUnknown),
      Refusal(method: .getArtist, code: .methodUnknown),
      Refusal(sid: "other", code: .protocolViolation),
      Refusal(body: Array("{\"text\":".utf8), code: .invalidParams),
      Refusal(body: Array("[]".utf8), code: .invalidParams),
      Refusal(body: Array(#"{"text":5}"#.utf8), code: .invalidParams),
      Refusal(body: Array(#"{"id":"nothing"}"#.utf8), code: .invalidParams),
      Refusal(body: [0xFF, 0xFE], code: .invalidParams),
      Refusal(body: Array(repeating: 0x5B, count: 1000), code: .invalidParams),
    ]
  )
  mutating func refused(_ refusal: Refusal) throws {
    _ = try story.running("a")
    let header = Header(
      type: .call,
      id: refusal.id,
      sid: refusal.sid,
      method: refusal.method,
      timeoutMs: 1000
    )
    let actions = story.after(.received(WireMessage(header, body: refusal.body)))
    let error = try actions.only(.error)
    #expect(error.header.re == refusal.id)
    #expect(try error.decodeBody(Failure.self).code == refusal.code)
    #expect(try story.call("b").messages.isEmpty, "it took no place")
  }

  @Test("may have members that nobody knows")
  mutating func unknownMembers() throws {
    let body = Array(#"{"text":"x","dance":{"a":[1]},"limit":3}"#.utf8)
    let header = Header(type: .call, id: "x", sid: "s1", method: .searchArtists, timeoutMs: 500)
    let actions = story.after(.received(WireMessage(header, body: body)))
    guard case .run(_, _, let parameters, _)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(parameters.limit == 3)
  }

  @Test("end at once when they are cancelled; what comes later is dropped")
  mutating func cancelled() throws {
    let run = try story.running("a")
    _ = story.after(.spent(run: run, upstream: "source.example"))
    let actions = try story.after(Header(type: .cancel, re: "a", sid: "s1"), Bye())
    #expect(actions.contains(.cancel(run: run)))
    let error = try actions.only(.error).decodeBody(Failure.self)
    #expect(error.code == .cancelled)
    #expect(error.spent == ["source.example": 1])
    #expect(try story.after(Header(type: .cancel, re: "a", sid: "s1"), Bye()).isEmpty)
    #expect(story.after(.appended(run: run, [.artist(.named("Air"))])).isEmpty)
    #expect(story.finish(run, [.artist(.named("Air"))]).isEmpty)
  }

  @Test("end with done where cancel comes too late")
  mutating func lateCancel() throws {
    let run = try story.running("a")
    _ = try story.finish(run).only(.done)
    #expect(try story.after(Header(type: .cancel, re: "a", sid: "s1"), Bye()).isEmpty)
  }

  @Test("end at their deadline by the provider's own clock")
  mutating func deadline() throws {
    let run = try story.running("a", timeoutMs: 1000)
    #expect(story.session.nextDeadline == 1000)
    story.now = 999
    #expect(story.after(.tick).isEmpty)
    story.now = 1000
    let actions = story.after(.tick)
    #expect(try actions.only(.error).decodeBody(Failure.self).code == .deadlineExceeded)
    #expect(actions.contains(.cancel(run: run)))
    #expect(story.finish(run, [.artist(.named("Air"))]).isEmpty)
  }

  @Test("may use an id again when the first has ended")
  mutating func sameID() throws {
    let first = try story.running("a")
    _ = try story.after(Header(type: .cancel, re: "a", sid: "s1"), Bye())
    let second = try story.running("a")
    #expect(story.finish(first).isEmpty, "the old work does not answer the new call")
    _ = try story.finish(second).only(.done)
  }
}
