import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("The sample catalogue")
struct SampleCatalogTests {
  let catalog = SampleCatalog.sample

  @Test("has the documented size")
  func size() {
    #expect(catalog.artists.count >= 25)
    #expect(catalog.artists.flatMap(\.albums).count >= 150)
    #expect(catalog.artists.flatMap(\.albums).flatMap(\.tracks).count >= 400)
    #expect(catalog.storeAlbums.count >= 150)
    #expect(catalog.storeSongs.count >= 400)
    let audioDB = AudioDBLibrary(catalog)
    #expect(audioDB.artists.count >= 25)
    #expect(audioDB.albums().count >= 150)
    #expect(audioDB.tracks { _ in true }.count >= 400)
  }

  @Test("has a hundred different entries for each chart")
  func charts() {
    let albums = Charts(catalog).albums(in: .us)
    let songs = Charts(catalog).songs(in: .us)
    #expect(Set(albums.map(\.id)).count == 100)
    #expect(Set(songs.map(\.id)).count == 100)
    #expect(Set(albums.map(\.artist.id)).count > 25)
  }

  @Test("is consistent")
  func mistakes() {
    let text = String(decoding: PackageResources.catalogue_txt, as: UTF8.self)
    #expect(CatalogueReader(text).mistakes == [])
    for artist in catalog.artists {
      #expect(!artist.albums.isEmpty, "\(artist.name)")
      for album in artist.albums {
        #expect(!album.tracks.isEmpty, "\(artist.name): \(album.title)")
        #expect(album.tracks.count < 64, "an album's songs need a number each")
        #expect(album.tracks.containsOnly { (30...1700).contains($0.seconds) }, "\(album.title)")
        #expect(album.secondDisc.map { $0 < album.tracks.count } ?? true, "\(album.title)")
        #expect(isDate(album.date.text) && isDate(album.storeDate.text), "\(album.title)")
      }
    }
  }

  @Test("has unique ids")
  func numbers() {
    let audioDB = AudioDBLibrary(catalog)
    let ids = [
      catalog.storeArtists.map(\.id), catalog.storeAlbums.map(\.id),
      catalog.storeSongs.map(\.id), audioDB.artists.map(\.id), audioDB.albums().map(\.id),
      audioDB.tracks { _ in true }.map(\.id), catalog.otherMedia.map(\.id),
    ]
    for list in ids { #expect(Set(list).count == list.count) }
    // A lookup has one id space for all kinds.
    let store =
      catalog.storeArtists.map(\.id) + catalog.storeAlbums.map(\.id)
      + catalog.storeSongs.map(\.id)
    #expect(Set(store).count == store.count)
  }

  @Test("has artists with the same name and different ids")
  func sameNames() {
    let slayers = catalog.storeArtists.filter { $0.name == "Slayer" }
    #expect(slayers.map(\.id) == [414_425, 907_800_827])
    #expect(slayers.map(\.genre.name) == ["Metal", "Electronic"])
    let known = AudioDBLibrary(catalog).artists.filter { $0.artist.name == "Slayer" }
    #expect(known.map(\.artist.store) == [414_425])
  }

  @Test("has the release dates of Pink Floyd's studio albums")
  func pinkFloyd() throws {
    let artist = try #require(catalog.artists.first { $0.name == "Pink Floyd" })
    let studio = artist.albums
      .filter { ($0.kind == .album || $0.kind == .soundtrack) && $0.carried == .everywhere }
      .sorted { $0.date.text < $1.date.text }
    #expect(
      studio.map(\.date.year) == [
        "1967", "1968", "1969", "1969", "1970", "1971", "1972", "1973", "1975", "1977", "1979",
        "1983", "1987", "1994", "2014",
      ]
    )
  }

  @Test(
    "has dates of all precisions",
    arguments: ["1980", "1980-06", "1980-06-09"]
  )
  func dates(_ text: String) {
    let all = catalog.artists.flatMap(\.albums).map(\.date.text)
    #expect(all.contains { $0.count == text.count })
    #expect(ReleaseDate(text).firstDay.count == 10)
    #expect(ReleaseDate(text).firstDay.hasPrefix(text))
  }

  @Test("has well-formed MusicBrainz ids")
  func musicBrainz() {
    for artist in AudioDBLibrary(catalog).artists {
      let parts = artist.artist.musicBrainz.split(separator: "-").map(\.count)
      #expect(parts == [8, 4, 4, 4, 12], "\(artist.artist.name)")
    }
  }

  private func isDate(_ text: String) -> Bool {
    let lengths = text.split(separator: "-").map(\.count)
    return [[4], [4, 2], [4, 2, 2]].contains(lengths)
      && text.allSatisfy { $0.isNumber || $0 == "-" }
  }
}
