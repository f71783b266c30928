import BusProtocol
import MusicModel
import TestKit
import Testing

@testable import ProviderKit

@Suite("Calls in a provider's session")
struct SessionCallTests {
  var driver: SessionDriver

  init() throws {
    driver = try SessionDriver(inflight: 2)
    try driver.open()
  }

  @Test("get the time to the deadline minus a margin")
  mutating func time() throws {
    for (timeoutMs, left) in [(10_000, 9500), (1000, 950), (60, 30), (nil, 9500)] {
      var driver = try SessionDriver()
      try driver.open()
      let actions = try driver.call("a", timeoutMs: timeoutMs)
      guard case .run(1, .artistsSearch, let parameters, left)? = actions.first else {
        Issue.record("\(String(describing: timeoutMs)): \(actions)")
        continue
      }
      #expect(parameters.text == "a")
    }
  }

  @Test("end with done, which contains items and request counts")
  mutating func done() throws {
    let task = try driver.startTask("a")
    var summary = CallContext.Summary()
    summary.spent = ["source.example": 2]
    summary.skipped = ["audiobook": 2, "podcast": 1]
    summary.notes = ["From memory."]
    let message = try driver.finish(task, [.artist(.named("Air"))], summary: summary).only(.done)
    #expect(message.header.re == "a")
    #expect(message.header.sid == "s1")
    let done = try message.decodeBody(Done.self)
    #expect(done.parts == 0)
    #expect(done.items?.elements == [.artist(.named("Air"))])
    #expect(done.spent == ["source.example": 2])
    #expect(done.skipped == 3)
    #expect(done.notes == ["From memory."])
  }

  @Test("return an empty list if nothing was found")
  mutating func empty() throws {
    let task = try driver.startTask("a")
    let message = try driver.finish(task).only(.done)
    let done = try message.decodeBody(Done.self)
    #expect(done.items?.elements == [])
    #expect(done.skipped == nil)
  }

  @Test("number their parts from 0 and state the count at the end")
  mutating func parts() throws {
    let task = try driver.startTask("a")
    let item = Entity.artist(.named("Air"))
    #expect(try driver.handle(.streamed(task: task, [item])).only(.part).header.seq == 0)
    #expect(try driver.handle(.streamed(task: task, [item, item])).only(.part).header.seq == 1)
    let done = try driver.finish(task, [item]).only(.done).decodeBody(Done.self)
    #expect(done.parts == 2)
  }

  @Test(
    "are split into parts if the reply is too long for one message",
    arguments: [(4096, 100), (262_144, 10_000)]
  )
  mutating func long(_ bytes: Int, _ count: Int) throws {
    var limits = WireLimits.standard
    limits.bodyBytes = bytes
    driver = try SessionDriver()
    try driver.open(limits: limits)
    let task = try driver.startTask("a")
    var large = Artist.named("large")
    large.biography = String(repeating: "x", count: bytes + 1000)
    let items = (0..<count).map { Entity.artist(.named("Artist of some name \($0)")) }
    let actions = driver.finish(task, items + [.artist(large)])
    let parts = actions.messages.dropLast()
    #expect(parts.map(\.header.seq) == Array(0..<parts.count))
    #expect(parts.count > 2)
    #expect(actions.messages.containsOnly { $0.body?.count ?? 0 <= bytes })
    let received = try parts.flatMap { try $0.decodeBody(Part.self).items?.elements ?? [] }
    #expect(received == items)
    let end = try #require(actions.messages.last)
    let done = try end.decodeBody(Done.self)
    #expect(end.header.type == .done)
    #expect(done.parts == parts.count)
    #expect(done.skipped == 1)
  }

  @Test("carry an image as an attachment, unless it is too large")
  mutating func media() throws {
    for (count, type) in [(10, MessageType.done), (11, .error)] {
      var limits = WireLimits.standard
      limits.attachmentBytes = 10
      var driver = try SessionDriver()
      try driver.open(limits: limits)
      let task = try driver.startTask("a")
      let bytes = [UInt8](repeating: 7, count: count)
      let media = Media(bytes: bytes, type: "image/png", url: "https://x.example/a")
      let completion = CallExecutor.Completion(
        result: .success(Reply(media: media)),
        summary: CallContext.Summary()
      )
      let message = try driver.handle(.completed(task: task, completion)).only(type)
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

  @Test("end with an error that states parts and requests")
  mutating func failure() throws {
    let task = try driver.startTask("a")
    _ = driver.handle(.streamed(task: task, [.artist(.named("Air"))]))
    let summary = CallContext.Summary(spent: ["source.example": 1])
    let failure = Failure(.upstreamRateLimited, "slow down", retryAfterMs: 5000)
    let completion = CallExecutor.Completion(result: .failure(failure), summary: summary)
    let error = try driver.handle(.completed(task: task, completion)).only(.error).decodeBody(
      Failure.self
    )
    #expect(error.code == .upstreamRateLimited)
    #expect(error.retryAfterMs == 5000)
    #expect(error.parts == 1)
    #expect(error.spent == ["source.example": 1])
  }

  @Test("are rejected as BUSY at the limit, until one has ended")
  mutating func busy() throws {
    let first = try driver.startTask("a")
    _ = try driver.startTask("b")
    let busy = try driver.call("c").only(.error).decodeBody(Failure.self)
    #expect(busy.code == .busy)
    #expect(busy.retryAfterMs ?? 0 > 0)
    _ = driver.finish(first)
    #expect(try driver.call("c").messages.isEmpty)
  }

  @Test("are rejected as BUSY while too many abandoned tasks run")
  mutating func abandoned() throws {
    for id in ["a", "b", "c", "d"] {
      _ = try driver.startTask(id)
      _ = try driver.handle(Header(type: .cancel, re: id, sid: "s1"), Bye())
    }
    let error = try driver.call("e").only(.error).decodeBody(Failure.self)
    #expect(error.code == .busy)
    #expect(driver.finish(1).isEmpty)
    #expect(try driver.call("e").messages.isEmpty)
  }

  struct Rejection: Sendable {
    var id = "x"
    var method = Method.artistsSearch
    var sid = "s1"
    var body: [UInt8]? = Array(#"{"text":"x"}"#.utf8)
    let code: ErrorCode
  }

  @Test(
    "are rejected with a reason if they are invalid",
    arguments: [
      Rejection(id: "a", code: .duplicateCall),
      Rejection(method: Method(rawValue: "dances.search"), code: .methodUnknown),
      Rejection(method: .artistGet, code: .methodUnknown),
      Rejection(sid: "other", code: .protocolViolation),
      Rejection(body: Array("{\"text\":".utf8), code: .invalidParams),
      Rejection(body: Array("[]".utf8), code: .invalidParams),
      Rejection(body: Array(#"{"text":5}"#.utf8), code: .invalidParams),
      Rejection(body: Array(#"{"id":"nothing"}"#.utf8), code: .invalidParams),
      Rejection(body: [0xFF, 0xFE], code: .invalidParams),
      Rejection(body: Array(repeating: 0x5B, count: 1000), code: .invalidParams),
    ]
  )
  mutating func rejected(_ rejection: Rejection) throws {
    _ = try driver.startTask("a")
    let header = Header(
      type: .call,
      id: rejection.id,
      sid: rejection.sid,
      method: rejection.method,
      timeoutMs: 1000
    )
    let actions = driver.handle(.received(WireMessage(header, body: rejection.body)))
    let error = try actions.only(.error)
    #expect(error.header.re == rejection.id)
    #expect(try error.decodeBody(Failure.self).code == rejection.code)
    #expect(try driver.call("b").messages.isEmpty, "it does not count as in flight")
  }

  @Test("may have unknown members")
  mutating func unknownMembers() throws {
    let body = Array(#"{"text":"x","dance":{"a":[1]},"limit":3}"#.utf8)
    let header = Header(type: .call, id: "x", sid: "s1", method: .artistsSearch, timeoutMs: 500)
    let actions = driver.handle(.received(WireMessage(header, body: body)))
    guard case .run(_, _, let parameters, _)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(parameters.limit == 3)
  }

  @Test("end immediately when cancelled; later results are dropped")
  mutating func cancelled() throws {
    let task = try driver.startTask("a")
    _ = driver.handle(.spent(task: task, upstream: "source.example", change: 1))
    let actions = try driver.handle(Header(type: .cancel, re: "a", sid: "s1"), Bye())
    #expect(actions.contains(.cancel(task: task)))
    let error = try actions.only(.error).decodeBody(Failure.self)
    #expect(error.code == .cancelled)
    #expect(error.spent == ["source.example": 1])
    #expect(try driver.handle(Header(type: .cancel, re: "a", sid: "s1"), Bye()).isEmpty)
    #expect(driver.handle(.streamed(task: task, [.artist(.named("Air"))])).isEmpty)
    #expect(driver.finish(task, [.artist(.named("Air"))]).isEmpty)
  }

  @Test("do not count a request that was not sent when they are cancelled")
  mutating func notSent() throws {
    let task = try driver.startTask("a")
    for change in [1, -1] {
      _ = driver.handle(.spent(task: task, upstream: "source.example", change: change))
    }
    let actions = try driver.handle(Header(type: .cancel, re: "a", sid: "s1"), Bye())
    #expect(try actions.only(.error).decodeBody(Failure.self).spent == nil)
  }

  @Test("end with done if the cancel comes too late")
  mutating func lateCancel() throws {
    let task = try driver.startTask("a")
    _ = try driver.finish(task).only(.done)
    #expect(try driver.handle(Header(type: .cancel, re: "a", sid: "s1"), Bye()).isEmpty)
  }

  @Test("end at their deadline")
  mutating func deadline() throws {
    let task = try driver.startTask("a", timeoutMs: 1000)
    #expect(driver.session.nextDeadline == 1000)
    driver.now = 999
    #expect(driver.handle(.tick).isEmpty)
    driver.now = 1000
    let actions = driver.handle(.tick)
    #expect(try actions.only(.error).decodeBody(Failure.self).code == .deadlineExceeded)
    #expect(actions.contains(.cancel(task: task)))
    #expect(driver.finish(task, [.artist(.named("Air"))]).isEmpty)
  }

  @Test("may reuse the id of a call that has ended")
  mutating func sameID() throws {
    let first = try driver.startTask("a")
    _ = try driver.handle(Header(type: .cancel, re: "a", sid: "s1"), Bye())
    let second = try driver.startTask("a")
    #expect(driver.finish(first).isEmpty, "the old task does not reply to the new call")
    _ = try driver.finish(second).only(.done)
  }
}
