import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@Suite("Captured responses of the real upstreams", .enabled(if: Capture.exist, Capture.missing))
struct CaptureTests {
  @Test("are converted, or rejected with a reason", arguments: Capture.all)
  func outcome(_ capture: Capture) async throws {
    let outcome = try await capture.run()
    switch capture.expected {
    case .items(let count, let left):
      #expect(outcome.failure == nil)
      #expect(outcome.items.count == count)
      #expect(outcome.skipped == left)
      for item in outcome.items { try expectWhole(item, of: capture.plugin) }
    case .failure(let words):
      #expect(outcome.items.isEmpty)
      #expect(outcome.failure?.code == .upstreamBadData)
      #expect(outcome.failure?.message.contains(words) == true, "\(outcome.failure as Any)")
    }
  }

  @Test("are all in the table")
  func complete() throws {
    let listed = Set(Capture.all.map(\.file))
    for directory in ["audiodb", "deezer", "itunes", "musicbrainz", "rss", "spotify"] {
      let path = Capture.directory.appending(path: directory).path()
      let files = try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0.hasSuffix(".json") }
      #expect(!files.isEmpty, "\(path)")
      #expect(Set(files.map { "\(directory)/\($0)" }).isSubset(of: listed))
    }
  }

  /// Checks what every record must have: names, ids, and no empty values.
  private func expectWhole(_ item: Entity, of plugin: Plugin) throws {
    #expect(!item.displayName.isEmpty)
    #expect(item.ids.contains(item.id))
    let json = String(decoding: try JSONCodec.encode(item), as: UTF8.self)
    for nothing in ["\"\"", ":0,", ":0}", "null", ":-1", "&amp;", "&#", "http://is", "\"0000"] {
      #expect(!json.contains(nothing), "\(nothing) in \(json)")
    }
    #expect(try JSONCodec.decode(Entity.self, from: Array(json.utf8)) == item)
    // MusicBrainz returns what a request includes, and Spotify's old lists name no artist.
    guard plugin != .musicBrainz, plugin != .spotify else { return }
    switch item {
    case .album(let album): #expect(album.artist != nil)
    case .song(let song): #expect(song.artist != nil && song.album != nil)
    case .artist, .chart: break
    }
  }

  @Test("contain complete songs")
  func songs() async throws {
    let file = "itunes/search-jack-johnson-50songs-d.json"
    let capture = try #require(Capture.all.first { $0.file == file })
    let songs = try await capture.run().songs
    #expect(songs.containsOnly { $0.durationMs != nil && $0.releaseDate != nil })
    #expect(songs.containsOnly { $0.previewURL != nil && $0.artwork.count == 3 })
    #expect(songs.containsOnly { $0.artist?.id?.namespace == "itunes" && $0.album?.id != nil })
    #expect(songs.count { $0.price == nil } == 2)
    #expect(songs.containsOnly { ($0.price == nil) == ($0.currency == nil) })
    let song = try #require(songs.first)
    #expect(song.title == "Better Together")
    #expect(song.id == EntityID("itunes:song:879273565"))
    #expect(song.releaseDate == PartialDate(year: 2005, month: 3, day: 1))
    #expect((song.discNumber, song.trackNumber, song.price) == (1, 1, 1.29))
  }

  @Test("contain entries in order, with explicit ones marked")
  func chart() async throws {
    let file = "rss/v2-applemusic-most-played-50-2022-logonv.json"
    let capture = try #require(Capture.all.first { $0.file == file })
    let albums = try await capture.run().albums
    #expect(albums.map(\.rank) == (1...50).map { $0 })
    #expect(albums.count { $0.explicit == true } == 44)
    #expect(albums.containsOnly { $0.releaseDate != nil && !$0.genres.contains("Music") })
  }

  @Test("contain collaborations without the id of one artist")
  func variousArtists() async throws {
    let file = "rss/v1-applemusic-top-albums-100-2019-ryanmoniz.json"
    let capture = try #require(Capture.all.first { $0.file == file })
    let albums = try await capture.run().albums
    #expect(albums.count { $0.artist?.id == nil } == 2)
  }

  @Test("contain an artist in every language")
  func biography() async throws {
    let file = Capture.directory.appending(path: "audiodb/artist-mb-nirvana-9f0172b.json")
    let source = FixedResponseTransport(HTTPResponse(body: [UInt8](try Data(contentsOf: file))))
    var biographies: Set<String> = []
    for lang in ["de", "fr-CA", "ja", "nb", "en-GB", "tlh"] {
      let outcome = try await Plugin.audioDB.run(.artistGet, at: source) {
        $0.id = EntityID("mbid:artist:5b11f4ce-a62d-471e-81fc-a69a8278c7da")
        $0.lang = lang
      }
      let artist = try #require(outcome.artists.first)
      #expect((artist.formedYear, artist.disbandedYear) == (1988, 1994))
      biographies.insert(try #require(artist.biography))
    }
    #expect(biographies.count == 5, "Klingon falls back to English")
  }
}
