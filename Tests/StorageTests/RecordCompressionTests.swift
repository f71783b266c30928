import BusProtocol
import MusicModel
import Testing

@testable import Storage

@Suite("The compression of records")
struct RecordCompressionTests {
  private static func record() throws -> [UInt8] {
    let id = try #require(EntityID("deezer:album:302127"))
    let artist = EntityID("deezer:artist:27")
    var album = Album(
      id: id,
      title: "Tab\there \u{1} and \"quotes\"",
      artist: ArtistReference(id: artist, name: "Daft Punk")
    )
    album.artwork = [Artwork(url: "https://images.example.com/cover/1000x1000.jpg", role: .cover)]
    album.links = ["deezer": "https://www.deezer.com/album/302127"]
    album.trackCount = 14
    return try JSONCodec.encode(Entity.album(album))
  }

  @Test("is lossless and saves a third of a typical record")
  func album() throws {
    let json = try Self.record()
    let compressed = RecordCompression.compressed(json)
    #expect(RecordCompression.expanded(compressed) == json)
    #expect(compressed.count * 3 < json.count * 2)
  }

  @Test("does not change text without frequent parts")
  func text() {
    let text = Array("東京事変 {}".utf8)
    #expect(RecordCompression.compressed(text) == text)
    #expect(RecordCompression.expanded(text) == text)
    #expect(RecordCompression.compressed([]).isEmpty)
  }
}
