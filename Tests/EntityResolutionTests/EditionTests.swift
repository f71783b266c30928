import EntityResolution
import MusicModel
import Testing

@Suite("Editions")
struct EditionTests {
  private let records = [
    album(
      "itunes-search",
      "itunes:album:1",
      title: "Rumours (Super Deluxe)",
      by: "Fleetwood Mac",
      released: "2013-01-29",
      tracks: 63
    ) {
      $0.price = 39.99
      $0.currency = "USD"
      $0.copyright = "℗ 2013"
    },
    album(
      "itunes-search",
      "itunes:album:2",
      title: "Rumours",
      by: "Fleetwood Mac",
      released: "1977-02-04",
      tracks: 11
    ) {
      $0.price = 9.99
      $0.currency = "USD"
    },
    album(
      "itunes-search",
      "itunes:album:3",
      title: "Rumours [Clean]",
      by: "Fleetwood Mac",
      released: "2004-01-01",
      tracks: 11
    ) {
      $0.cleaned = true
    },
    album(
      "audiodb",
      "audiodb:album:4",
      "mbid:release-group:5",
      title: "Rumours",
      by: "Fleetwood Mac",
      released: "1977"
    ) {
      $0.genres = ["Rock"]
    },
  ]

  private func view(_ merged: MergedEntity?) throws -> Album {
    guard case .album(let album) = try #require(merged).entity else { throw Missing() }
    return album
  }

  private struct Missing: Error {}

  @Test("are grouped under one release group, with their count")
  func collapsed() throws {
    let merged = Catalog.merge(records)
    #expect(merged.count == 1)
    let work = try view(merged.first)
    #expect(work.editions == 3)
    #expect(work.title == "Rumours")
    #expect(work.ids.count == 5)
    #expect(work.id == id("mbid:release-group:5"))
  }

  @Test("a release group has the earliest credible date, as precise as known")
  func earliest() throws {
    #expect(try view(Catalog.merge(records).first).releaseDate == date("1977-02-04"))
    let broken = album(
      "spotify",
      "spotify:album:9",
      title: "Rumours",
      by: "Fleetwood Mac",
      released: "1970-01-01"
    )
    #expect(
      try view(Catalog.merge(records + [broken]).first).releaseDate == date("1977-02-04")
    )
  }

  @Test("values of one edition come from the most common edition")
  func usual() throws {
    let work = try view(Catalog.merge(records).first)
    #expect(work.trackCount == 11)
    #expect(work.price == 9.99)
    #expect(work.cleaned != true)
    #expect(work.copyright == "℗ 2013")
  }

  @Test("can be listed, the most common first")
  func unfolded() throws {
    let merged = try #require(Catalog.merge(records).first)
    #expect(
      merged.unfolded.map { $0.records.map(\.entity.id.description).sorted() } == [
        ["itunes:album:2", "mbid:release-group:5"].sorted().map {
          $0 == "mbid:release-group:5" ? "audiodb:album:4" : $0
        }.sorted(),
        ["itunes:album:1"], ["itunes:album:3"],
      ]
    )
  }

  @Test("an album with one known edition is that edition")
  func single() throws {
    let merged = try #require(Catalog.merge([records[1], records[3]]).first)
    #expect(merged.editions.isEmpty)
    #expect(merged.unfolded == [merged])
    #expect(try view(merged).editions == 1)
  }

  @Test(
    "a song belongs to its original album, whatever other records say; its date and track are of that album"
  )
  func originalAlbum() throws {
    func on(_ source: String, _ album: String, _ date: String, track: Int) -> SourceRecord {
      song(
        source,
        "\(source):song:1",
        title: "Time",
        by: "Pink Floyd",
        on: album,
        length: 413,
        track: track
      ) {
        $0.releaseDate = PartialDate(date)
      }
    }
    func chosen(_ records: SourceRecord...) throws -> String {
      let merged = Catalog.merge(records)
      try #require(merged.count == 1)
      guard case .song(let song) = merged[0].entity else { throw Missing() }
      return
        "\(song.album?.title ?? "-"), \(song.releaseDate?.description ?? "-"), \(song.trackNumber ?? 0)"
    }
    let original = on("c", "The Dark Side of the Moon", "1973-03-01", track: 4)
    let hits = on("a", "A Collection of Great Dance Songs", "1972", track: 6)
    let live = on("b", "Pulse (Live)", "1970-05-29", track: 3)
    let reissue = on("d", "The Dark Side of the Moon (50th Anniversary)", "2023-03-24", track: 4)
    #expect(try chosen(hits, live, reissue, original) == "The Dark Side of the Moon, 1973-03-01, 4")
    #expect(try chosen(hits, original) == "The Dark Side of the Moon, 1973-03-01, 4")
    #expect(try chosen(reissue, original) == "The Dark Side of the Moon, 1973-03-01, 4")
    #expect(try chosen(hits) == "A Collection of Great Dance Songs, 1972, 6")
  }
}
