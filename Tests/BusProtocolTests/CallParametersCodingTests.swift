import Foundation
import JSON
import MusicModel
import Testing

@testable import BusProtocol

@Suite("Parameters of calls that are read and written directly")
struct CallParametersCodingTests {
  @Test("have every member, and equal those of the general coder")
  func everyMember() throws {
    let all = CallParameters.all
    let members = Mirror(reflecting: all).children
    #expect(
      members.allSatisfy { Mirror(reflecting: $0.value).children.count == 1 },
      "A test value is missing."
    )
    let bytes = try BusCodec.encodeGenerally(all)
    #expect(all.writtenFast() == bytes)
    #expect(CallParameters.readFast(bytes) == all)
    #expect(CallParameters().writtenFast() == Array("{}".utf8))
  }

  @Test("contain the rows of an import as they are")
  func rows() throws {
    var parameters = CallParameters()
    parameters.rows = [
      ["entity": ["price": .number(9.99), "rank": 1], "note": "\"rows\":[]"], "text", 2,
    ]
    let bytes = try BusCodec.encodeGenerally(parameters)
    #expect(parameters.writtenFast() == bytes)
    #expect(CallParameters.readFast(bytes) == parameters)
    let text = #"{"rows":[{"a":null , "b":[1.50]}]}"#
    let read = try #require(CallParameters.readFast(Array(text.utf8)))
    #expect(read.rows?.map(\.bytes) == [Array(#"{"a":null , "b":[1.50]}"#.utf8)])
    #expect(CallParameters.readFast(Array(#"{"rows":[{"a":1]}"#.utf8)) == nil)
  }

  @Test(
    "are left to the general coder if they are unusual",
    arguments: [
      #"{"new":1}"#, #"{"limit":1.0}"#, #"{"limit":"1"}"#, #"{"sort":"other"}"#, #"{"id":"a"}"#,
      #"{"text":"a","text":"b"}"#, #"{"grant":{"a":1,"a":2}}"#, #"{"from":"x"}"#, "[]", "{",
    ]
  )
  func unusual(_ json: String) {
    let bytes = Array(json.utf8)
    #expect(CallParameters.readFast(bytes) == nil)
    let general = try? BusCodec.decodeGenerally(CallParameters.self, from: bytes)
    #expect((try? BusCodec.decode(CallParameters.self, from: bytes)) == general)
  }

  @Test("are read as by the general coder, whatever the bytes are")
  func mutations() throws {
    var generator = SystemRandomNumberGenerator()
    let original = try BusCodec.encode(CallParameters.all)
    var agreed = 0
    for _ in 0..<3_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let position = Int.random(in: bytes.indices, using: &generator)
        bytes[position] = UInt8.random(in: 0x1F...0x80, using: &generator)
      }
      guard let parameters = CallParameters.readFast(bytes) else { continue }
      guard (try? UTF8Span(validating: bytes.span)) != nil else { continue }
      // An invalid row is refused when it is read.
      let rows = parameters.rows ?? []
      guard rows.allSatisfy({ (try? JSONValue($0.bytes, .wire)) != nil }) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(parameters == (try? BusCodec.decodeGenerally(from: bytes)), "\(text)")
      agreed += 1
    }
    #expect(agreed > 100)
  }
}
