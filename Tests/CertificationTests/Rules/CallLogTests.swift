import MusicModel
import Testing
import ZeroMQ

@testable import Certification

@Suite("The call log")
struct CallLogTests {
  private var log = CallLog()

  private mutating func call(_ id: String, _ method: String = "artists.search") {
    log.callSent(id, method, during: "a.test", at: 0)
  }

  /// Receives a reply and returns the checks that it violates.
  private mutating func receive(
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
    return log.receive(message, at: 40).map(\.check)
  }

  private static let artist: JSONValue = ["kind": "artist", "id": "a:artist:1", "name": "A"]

  @Test("collects parts and terminal message")
  mutating func ordinary() {
    call("c")
    #expect(receive("part", "c", ["items": [CallLogTests.artist]], seq: 0).isEmpty)
    #expect(receive("done", "c", ["parts": 1, "items": [CallLogTests.artist]]).isEmpty)
    #expect(log["c"]?.items.count == 2)
    #expect(log["c"]?.terminal?.isDone == true)
    #expect(log["c"]?.terminal?.elapsedMs == 40)
  }

  @Test("finds wrong part numbers and counts")
  mutating func parts() {
    call("c")
    #expect(receive("part", "c", ["items": []], seq: 1) == ["calls.parts"])
    #expect(receive("done", "c", ["parts": 4]) == ["calls.parts"])
    call("d")
    #expect(receive("error", "d", ["code": "INTERNAL", "message": "m"]).isEmpty)
  }

  @Test("assigns messages after the end to the check that caused them")
  mutating func after() {
    for id in ["c", "d", "e", "f"] { call(id) }
    log.cancelSent("e")
    log.cancelSent("e")
    for id in ["c", "d", "e", "f"] { #expect(receive("done", id).isEmpty) }
    log.cancelSent("d")
    #expect(receive("done", "c") == ["calls.one-terminal"])
    #expect(receive("part", "c", seq: 0) == ["calls.nothing-after"])
    #expect(receive("error", "d") == ["cancel.after"])
    #expect(receive("error", "e") == ["cancel.twice"])
  }

  @Test("finds replies without a call")
  mutating func withoutCall() {
    log.cancelSent("early")
    #expect(receive("done", "never") == ["calls.one-terminal"])
    #expect(receive("error", "early") == ["cancel.before"])
    call("early")
    #expect(receive("done", "early").isEmpty)
  }

  @Test("does not end a call when its duplicate is rejected")
  mutating func duplicates() {
    call("c")
    call("c")
    #expect(receive("error", "c", ["code": "DUPLICATE_CALL", "message": "m"]).isEmpty)
    #expect(log["c"]?.terminal == nil)
    #expect(log["c"]?.duplicateErrors == 1)
    #expect(receive("done", "c").isEmpty)
    #expect(receive("done", "c") == ["calls.duplicate-id"])
  }

  @Test("stores errors for probes separately")
  mutating func probes() {
    log.probeSent("x")
    #expect(receive("error", "x", ["code": "TYPE_UNKNOWN", "message": "m"]).isEmpty)
    #expect(log.probeErrors(of: "x").count == 1)
  }

  struct Invalid: Sendable {
    let method: String
    var items: [JSONValue] = []
    var file: [UInt8]?
    let check: String
  }

  @Test(
    "checks items and files",
    arguments: [
      Invalid(method: "artist.get", items: [artist, artist], check: "calls.items"),
      Invalid(method: "album.get", items: [artist], check: "calls.items"),
      Invalid(
        method: "artists.search",
        items: [["kind": "artist", "id": "a:artist:1", "name": ""]],
        check: "calls.items"
      ),
      Invalid(
        method: "artists.search",
        items: [["kind": "artist", "id": "1", "name": "A"]],
        check: "calls.items"
      ),
      Invalid(method: "artwork.get", file: [1], check: "calls.attachment"),
    ]
  )
  mutating func items(_ invalid: Invalid) {
    call("c", invalid.method)
    let body: JSONValue = ["parts": 0, "items": .array(invalid.items)]
    #expect(Set(receive("done", "c", body, attachment: invalid.file)) == [invalid.check])
  }
}
