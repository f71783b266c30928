import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A stored reply")
struct CachedReplyTests {
  private static let album =
    #"{"id":"a:album:1","ids":["a:album:1"],"kind":"album","price":9.99,"title":"T"}"#

  @Test("is encoded and decoded as by the general codec")
  func entity() throws {
    let records =
      #"[{"entity":\#(Self.album),"fetchedMs":5,"provider":"a"},{"entity":\#(Self.album),"provider":"b"}]"#
    for json in [
      #"{"artist":"N","ids":["a:album:1"],"name":"T","records":\#(records),"whole":["a"]}"#,
      #"{"ids":[],"name":"","records":[],"whole":[]}"#,
    ] {
      let bytes = Array(json.utf8)
      let note = try BusCodec.decodeGenerally(StoredEntity.self, from: bytes)
      #expect(try BusCodec.decode(StoredEntity.self, from: bytes) == note)
      #expect(try BusCodec.encode(note) == bytes)
      #expect(try BusCodec.encodeGenerally(note) == bytes)
    }
  }

  @Test("contains the fetch time of each record")
  func record() throws {
    let bytes = Array(#"{"entity":\#(Self.album),"fetchedMs":1700000000000}"#.utf8)
    let record = try BusCodec.decodeGenerally(CachedReply.Record.self, from: bytes)
    #expect(try BusCodec.decode(CachedReply.Record.self, from: bytes) == record)
    #expect(try BusCodec.encode(record) == bytes)
    #expect(record.fetchedMs == 1_700_000_000_000)
  }
}
