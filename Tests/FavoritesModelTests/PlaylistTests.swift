import BusProtocol
import FavoritesModel
import MusicModel
import Testing

@Suite("A playlist of favourites")
struct PlaylistTests {
  private var document: FavoritesDocument {
    var song = Song(
      id: EntityID("mbid:recording:385f4381-0f6d-47a0-bc56-07570374f650")!,
      title: "A <B> & \"C\"\u{1}",
      artist: ArtistReference(name: "Sigur Rós")
    )
    song.durationMs = 200_400
    song.links = ["deezer": "https://www.deezer.com/track/1"]
    return FavoritesDocument.holding([
      Samples.artist(1), .song(song), Samples.album(1), Samples.song(2),
    ])
  }

  private func text(_ format: CallParameters.FavoriteFormat, bytes size: Int = .max) -> String {
    var document = document
    var offset: Int? = 0
    var bytes: [UInt8] = []
    while let start = offset {
      let chunk = document.export(as: format, offset: start, bytes: size)
      bytes += chunk.text
      offset = chunk.next
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("is JSPF as ListenBrainz reads it")
  func jspf() throws {
    let playlist = try JSONCodec.decode(JSONValue.self, from: Array(text(.jspf).utf8))["playlist"]
    #expect(playlist?["title"]?.text?.isEmpty == false)
    let isPublic = playlist?["extension"]?["https://musicbrainz.org/doc/jspf#playlist"]?["public"]
    #expect(isPublic == .bool(false))
    let tracks = try #require(playlist?["track"]?.elements)
    #expect(tracks.count == 2)
    #expect(
      tracks[0]["identifier"]?.elements?.first?.text
        == "https://musicbrainz.org/recording/385f4381-0f6d-47a0-bc56-07570374f650"
    )
    #expect(tracks[0]["duration"] == 200_400 && tracks[1]["title"] == "Song 2")
  }

  @Test("is XSPF with the namespace, escaped")
  func xspf() {
    let text = text(.xspf)
    #expect(text.contains(#"<playlist version="1" xmlns="http://xspf.org/ns/0/">"#))
    #expect(text.contains(#"<title>A &lt;B&gt; &amp; &quot;C&quot; </title>"#))
    #expect(text.components(of: "<track>") == 2 && text.hasSuffix("</trackList>\n</playlist>\n"))
  }

  @Test("is M3U8 with a page, or else the name, of each song")
  func m3u() {
    #expect(
      text(.m3u8) == """
        #EXTM3U
        #PLAYLIST:Favourites
        #EXTINF:200,Sigur Rós - A <B> & "C"\u{1}
        https://www.deezer.com/track/1
        #EXTINF:200,Sigur Rós - Song 2
        Sigur Rós - Song 2

        """
    )
    #expect(PlaylistText(Samples.song(2)).m3u("/music/2.mp3").hasSuffix("\n/music/2.mp3\n"))
  }

  @Test("is the same in parts", arguments: [CallParameters.FavoriteFormat.jspf, .xspf, .m3u8])
  func parts(_ format: CallParameters.FavoriteFormat) {
    #expect(text(format, bytes: 1) == text(format))
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
