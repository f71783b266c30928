import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A stored reply")
struct CachedReplyTests {
  private static let album =
    #"{"id":"a:album:1","ids":["a:album:1"],"kind":"album","price":9.99,"title":"T"}"#

  @Test("is written as it was read")
  func entity() throws {
    let records =
      #"[{"entity":\#(Self.album),"fetchedMs":5,"provider":"a"},{"entity":\#(Self.album),"provider":"b"}]"#
    for json in [
      #"{"artist":"N","ids":["a:album:1"],"name":"T","records":\#(records),"whole":["a"]}"#,
      #"{"ids":[],"name":"","records":[],"whole":[]}"#,
    ] {
      let bytes = Array(json.utf8)
      let note = try JSONCodec.decode(StoredEntity.self, from: bytes)
      #expect(try JSONCodec.encode(note) == bytes)
    }
  }

  @Test("contains the fetch time of each record")
  func record() throws {
    let bytes = Array(#"{"entity":\#(Self.album),"fetchedMs":1700000000000}"#.utf8)
    let record = try JSONCodec.decode(CachedReply.Record.self, from: bytes)
    #expect(try JSONCodec.encode(record) == bytes)
    #expect(record.fetchedMs == 1_700_000_000_000)
  }
}
