import BusProtocol
import MusicModel
import Testing
import ZeroMQ

@testable import Certification

@Suite("Wire rules")
struct WireRulesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let frames: [String]
    let check: String?

    init(_ name: String, _ check: String?, _ frames: String...) {
      self.name = name
      self.check = check
      self.frames = frames
    }

    var testDescription: String { name }
  }

  static let pong = #"{"type":"pong","re":"p","sid":"s"}"#
  static let numbers = #"{"inflight":0,"oldestMs":0,"ended":0}"#

  static let cases = [
    Case("a valid message", nil, "MB1", pong, numbers),
    Case("a missing body", "wire.pong", "MB1", pong),
    Case("one frame", "wire.frames", "MB1"),
    Case("five frames", "wire.frames", "MB1", pong, numbers, "", ""),
    Case("another tag", "wire.frames", "MB2", pong, numbers),
    Case("an attachment to a pong", "wire.frames", "MB1", pong, numbers, "x"),
    Case("a long header", "wire.sizes", "MB1", pong + String(repeating: " ", count: 8192), numbers),
    Case("a list", "wire.json", "MB1", "[]"),
    Case("an incomplete object", "wire.json", "MB1", #"{"type":"#),
    Case(
      "a duplicate name",
      "wire.json",
      "MB1",
      pong,
      #"{"ended":0,"inflight":0,"oldestMs":0,"ended":0}"#
    ),
    Case("null", "wire.json", "MB1", #"{"type":"pong","re":"p","sid":"s","id":null}"#, numbers),
    Case("deep JSON", "wire.json", "MB1", pong, String(repeating: "[", count: 40)),
    Case("a missing type", "wire.header", "MB1", #"{"re":"p"}"#),
    Case("a missing re", "wire.header", "MB1", #"{"type":"pong","sid":"s"}"#, numbers),
    Case("a number as re", "wire.header", "MB1", #"{"type":"pong","re":7,"sid":"s"}"#, numbers),
    Case("a type of a hub", "wire.direction", "MB1", #"{"type":"call","id":"c","sid":"s"}"#),
    Case("an unknown type", "tolerance.words", "MB1", #"{"type":"gossip","sid":"s"}"#),
    Case("a fraction", "wire.pong", "MB1", pong, #"{"inflight":0.5,"oldestMs":0,"ended":0}"#),
    Case(
      "an unknown code",
      "tolerance.words",
      "MB1",
      #"{"type":"error","re":"c","sid":"s"}"#,
      #"{"code":"TIRED","message":"Not today."}"#
    ),
    Case(
      "a code of a third party",
      nil,
      "MB1",
      #"{"type":"error","re":"c","sid":"s"}"#,
      #"{"code":"X_STORE_TIRED","message":"Not today."}"#
    ),
  ]

  @Test("find exactly the violated check", arguments: cases)
  func found(_ example: Case) {
    let frames = example.frames.map { Array($0.utf8) }
    let peer = RoutingID(bytes: [0, 1, 2, 3, 4])
    let checks = Set(WireRules.read(frames, from: peer).findings.map(\.check))
    #expect(checks == Set([example.check].compactMap { $0 }))
  }
}
