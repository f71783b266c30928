import BusProtocol
@testable import EntityResolution
import MusicModel
import Testing

@Suite("Matching artists")
struct ArtistMatchingTests {
  private func verdict(_ a: SourceRecord, _ b: SourceRecord) -> RecordComparison.Decision {
    Catalog.compare(a, b).decision
  }

  @Test("equal names match if no evidence is against it")
  func sameName() {
    let a = artist("itunes-search", "itunes:artist:1", name: "Jack Johnson") {
      $0.genres = ["Rock"]
    }
    let b = artist("audiodb", "audiodb:artist:2", name: "Jack  Johnson") { $0.genres = ["Folk"] }
    #expect(verdict(a, b) == .same)
  }

  @Test("an equal name alone does not match if any evidence is against it")
  func nameAlone() {
    let plain = artist("itunes-search", "itunes:artist:1", name: "Nirvana") {
      $0.formedYear = 1965
      $0.country = "UK"
    }
    let grunge = artist("audiodb", "audiodb:artist:2", name: "Nirvana") {
      $0.formedYear = 1987
      $0.country = "Aberdeen, Washington, USA"
    }
    #expect(verdict(plain, grunge) != .same)
    let metal = artist("audiodb", "audiodb:artist:3", name: "Slayer") {
      $0.genres = ["Thrash Metal"]
    }
    let house = artist("itunes-search", "itunes:artist:4", name: "Slayer") { $0.genres = ["Jazz"] }
    #expect(verdict(metal, house) == .undecided)
  }

  @Test("equal ids match despite other names if an alias agrees; different ids do not match")
  func ids() {
    let a = artist("audiodb", "audiodb:artist:1", "mbid:artist:x", name: "Prince")
    let b = artist("musicbrainz", "mbid:artist:x", name: "The Artist") { $0.aliases = ["Prince"] }
    let c = artist("musicbrainz", "mbid:artist:y", name: "Prince")
    #expect(verdict(a, b) == .same)
    #expect(verdict(a, c) == .different)
  }

  @Test("if ids contradict each other, the most trusted namespace decides")
  func contradictingIDs() {
    let a = artist("audiodb", "audiodb:artist:1", "mbid:artist:x", "itunes:artist:5", name: "A")
    let b = artist("spotify", "spotify:artist:1", "mbid:artist:y", "itunes:artist:5", name: "A")
    #expect(verdict(a, b) == .different)
  }

  @Test("Various Artists and other placeholders are linked to nobody")
  func variousArtists() {
    let many = [
      artist("itunes-search", "itunes:artist:4035426", name: "Various Artists"),
      artist("itunes-search", "itunes:artist:36270", name: "Various Artists"),
      artist("itunes-rss", "itunes:artist:80204262", name: "Verschiedene Interpreten"),
      artist("audiodb", "audiodb:artist:9", name: "V.A."),
      artist("musicbrainz", "mbid:artist:1", name: "[unknown]"),
      artist("deezer", "deezer:artist:1", name: "Unknown Artist"),
      artist("musicbrainz", "mbid:artist:2", name: "[traditional]"),
      artist("deezer", "deezer:artist:2", name: "Traditional"),
    ]
    #expect(Catalog.merge(many).count == many.count)
  }

  @Test("a collaboration is neither of its two artists")
  func collaboration() {
    let one = artist("itunes-search", "itunes:artist:1", name: "Macklemore")
    let both = artist("audiodb", "audiodb:artist:2", name: "Macklemore & Ryan Lewis")
    #expect(verdict(one, both) == .different)
  }

  @Test("a reason reads as a sentence")
  func reasons() {
    let a = artist("itunes-search", "itunes:artist:1", name: "Nirvana") { $0.formedYear = 1965 }
    let b = artist("audiodb", "audiodb:artist:2", name: "Nirvana") { $0.formedYear = 1998 }
    let texts = Catalog.compare(a, b).reasons?.map { "\($0.side.rawValue) \($0.weight) \($0.text)" }
    #expect(
      texts == [
        "for \(Weights.Artist.spelled.points) same name: Nirvana",
        "against \(-Weights.Artist.farYear.points) formed 1965 / 1998",
      ]
    )
  }

  @Test(
    "one artist in several sources becomes one entity",
    arguments: [
      ("Coldplay", "Alternative", "Alternative Rock"),
      ("Radiohead", "Alternative", "Alternative Rock"),
      ("Pink Floyd", "Rock", "Progressive Rock"), ("Jack Johnson", "Singer/Songwriter", "Acoustic"),
      ("Michael Jackson", "R&B/Soul", "Pop"), ("Linkin Park", "Hard Rock", "Nu Metal"),
      ("Daft Punk", "Electronic", "House"), ("Eminem", "Hip-Hop/Rap", "Hip-Hop"),
      ("宇多田ヒカル", "J-Pop", "Pop"), ("John Williams", "Soundtrack", "Classical"),
    ]
  )
  func once(name: String, store: String, database: String) {
    let records = [
      artist("itunes-search", "itunes:artist:1", name: name) { $0.genres = [store] },
      artist("audiodb", "audiodb:artist:2", "mbid:artist:3", name: name.uppercased()) {
        $0.genres = [database]
      },
      artist("spotify", "spotify:artist:4", name: name),
    ]
    #expect(Catalog.merge(records).count == 1)
  }
}
