import JSON
import MusicModel
import Testing

@testable import BusProtocol

@Suite("Parameters of calls on the wire")
struct CallParametersCodingTests {
  @Test("are read as they were written, every member of them")
  func everyMember() throws {
    let all = CallParameters.all
    let members = Mirror(reflecting: all).children
    #expect(
      members.allSatisfy { Mirror(reflecting: $0.value).children.count == 1 },
      "A test value is missing."
    )
    #expect(try JSONCodec.decode(from: JSONCodec.encode(all)) == all)
    #expect(try JSONCodec.encode(CallParameters()) == Array("{}".utf8))
  }

  @Test("contain the rows of an import as they are")
  func rows() throws {
    let text = #"{"rows":[{"a":null , "b":[1.50]}]}"#
    let read = try JSONCodec.decode(CallParameters.self, from: Array(text.utf8))
    #expect(read.rows?.map(\.bytes) == [Array(#"{"a":null , "b":[1.50]}"#.utf8)])
  }

  @Test(
    "are refused if a value is wrong",
    arguments: [
      #"{"limit":"1"}"#, #"{"limit":1.5}"#, #"{"sort":"other"}"#, #"{"id":"a"}"#, #"{"from":"x"}"#,
      #"{"text":"a","text":"b"}"#, #"{"grant":{"a":1,"a":2}}"#, "[]", "{", #"{"rows":[{"a":1]}"#,
    ]
  )
  func refused(_ json: String) {
    #expect(throws: (any Error).self) {
      try JSONCodec.decode(CallParameters.self, from: Array(json.utf8))
    }
  }

  @Test("may have members that this version does not know")
  func unknown() throws {
    let read = try JSONCodec.decode(
      CallParameters.self,
      from: Array(#"{"new":[1],"limit":2}"#.utf8)
    )
    #expect(read.limit == 2)
  }
}
