import MusicModel
import Testing
import ZeroMQ

@testable import Certification

@Suite("The account of calls and answers")
struct CallLogTests {
  private var ledger = CallLog()

  private mutating func ask(_ id: String, _ method: String = "artists.search") {
    ledger.asked(id, method, during: "a.test", at: 0)
  }

  /// What an answer breaks.
  private mutating func take(
    _ type: String,
    _ re: String,
    _ body: JSONValue = ["parts": 0],
    seq: Int? = nil,
    attachment: [UInt8]? = nil
  ) -> [String] {
    var header: [String: JSONValue] = ["type": .string(type), "re": .string(re), "sid": "s"]
    if let seq { header["seq"] = .integer(seq) }
    let message = ReceivedMessage(
      routing: RoutingID(bytes: [0]),
      type: type,
      header: .object(header),
      body: body,
      attachment: attachment
    )
    return ledger.take(message, at: 40).map(\.check)
  }

  private static let artist: JSONValue = ["kind": "artist", "id": "a:artist:1", "name": "A"]

  @Test("adds up parts and terminal")
  mutating func ordinary() {
    ask("c")
    #expect(take("part", "c", ["items": [CallLogTests.artist]], seq: 0).isEmpty)
    #expect(take("done", "c", ["parts": 1, "items": [CallLogTests.artist]]).isEmpty)
    #expect(ledger["c"]?.items.count == 2)
    #expect(ledger["c"]?.terminal?.isDone == true)
    #expect(ledger["c"]?.terminal?.elapsedMs == 40)
  }

  @Test("misses a part, and one that was counted")
  mutating func parts() {
    ask("c")
    #expect(take("part", "c", ["items": []], seq: 1) == ["calls.parts"])
    #expect(take("done", "c", ["parts": 4]) == ["calls.parts"])
    ask("d")
    #expect(take("error", "d", ["code": "INTERNAL", "message": "m"]).isEmpty)
  }

  @Test("tells what came after the end by what led to it")
  mutating func after() {
    for id in ["c", "d", "e", "f"] { ask(id) }
    ledger.cancelled("e")
    ledger.cancelled("e")
    for id in ["c", "d", "e", "f"] { #expect(take("done", id).isEmpty) }
    ledger.cancelled("d")
    #expect(take("done", "c") == ["calls.one-terminal"])
    #expect(take("part", "c", seq: 0) == ["calls.nothing-after"])
    #expect(take("error", "d") == ["cancel.after"])
    #expect(take("error", "e") == ["cancel.twice"])
  }

  @Test("knows answers to what nobody asked")
  mutating func strangers() {
    ledger.cancelled("early")
    #expect(take("done", "never") == ["calls.one-terminal"])
    #expect(take("error", "early") == ["cancel.before"])
    ask("early")
    #expect(take("done", "early").isEmpty)
  }

  @Test("takes a refused duplicate for no end")
  mutating func duplicates() {
    ask("c")
    ask("c")
    #expect(take("error", "c", ["code": "DUPLICATE_CALL", "message": "m"]).isEmpty)
    #expect(ledger["c"]?.terminal == nil)
    #expect(ledger["c"]?.duplicatesRefused == 1)
    #expect(take("done", "c").isEmpty)
    #expect(take("done", "c") == ["calls.duplicate-id"])
  }

  @Test("keeps refusals of what was no call apart")
  mutating func probes() {
    ledger.probed("x")
    #expect(take("error", "x", ["code": "TYPE_UNKNOWN", "message": "m"]).isEmpty)
    #expect(ledger.refusals(of: "x").count == 1)
  }

  struct Wrong: Sendable {
    let method: String
    var items: [JSONValue] = []
    var file: [UInt8]?
    let check: String
  }

  @Test(
    "looks at items and files",
    arguments: [
      Wrong(method: "artist.get", items: [artist, artist], check: "calls.items"),
      Wrong(method: "album.get", items: [artist], check: "calls.items"),
      Wrong(
        method: "artists.search",
        items: [["kind": "artist", "id": "a:artist:1", "name": ""]],
        check: "calls.items"
      ),
      Wrong(
        method: "artists.search",
        items: [["kind": "artist", "id": "1", "name": "A"]],
        check: "calls.items"
      ),
      Wrong(method: "artwork.get", file: [1], check: "calls.attachment"),
    ]
  )
  mutating func items(_ wrong: Wrong) {
    ask("c", wrong.method)
    let body: JSONValue = ["parts": 0, "items": .array(wrong.items)]
    #expect(Set(take("done", "c", body, attachment: wrong.file)) == [wrong.check])
  }
}
