import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

@Suite("A program on JSON lines serves", .timeLimit(.minutes(5)))
struct LineMethodsTests {
  /// A program that ends each call with one line.
  private static func replying(_ members: String) throws -> Fixture {
    try Fixture("for line in lines:\n    say(id=line[\"id\"], \(members))") { manifest in
      manifest["methods"] = [
        "charts.list", "chart.get", "artist.similar", "song.lyrics", "collection.artists",
        "collection.albums", "collection.check",
      ]
      manifest["namespaces"] = ["shelf:artist", "shelf:album", "shelf:chart"]
    }
  }

  @Test("a report on what the user has, of which it may leave out what is 0 or empty")
  func report() async throws {
    let fixture = try Self.replying(
      """
      collection={"songs": 12, "formats": [{"name": "Opus", "songs": 12, "bytes": 34}], \
      "incomplete": {"count": 1, "albums": [{"id": "shelf:album:1", "title": "Blue", "songs": 9, "total": 10}]}}, \
      notes=["The server is being scanned."]
      """
    )
    let outcome = await fixture.run(.collectionCheck) { _ in }
    #expect(outcome.failure == nil)
    var expected = CollectionReport()
    expected.songs = 12
    expected.formats = [.init("Opus", songs: 12, bytes: 34)]
    var album = CollectionReport.OwnAlbum(
      try #require(EntityID("shelf:album:1")),
      title: "Blue",
      songs: 9
    )
    album.total = 10
    expected.incomplete = .init(count: 1, albums: [album])
    #expect(outcome.collection == expected)
    #expect(outcome.notes == ["The server is being scanned."])
  }

  @Test("a report of which only the first entries of each list are used")
  func longReport() async throws {
    let fixture = try Self.replying(
      #"collection={"unreadable": {"count": 250, "files": ["smb://attic/%d" % it for it in range(250)]}}"#
    )
    let report = await fixture.run(.collectionCheck) { _ in }.collection
    #expect(report?.unreadable.count == 250)
    #expect(report?.unreadable.files.count == CollectionReport.maxEntries)
  }

  @Test(
    "no report that is not valid, and says what is wrong with it",
    arguments: [
      (#"collection=[]"#, "not an object"),
      (#"collection={"songs": "12"}"#, "songs"), (#"collection={"albums": -1}"#, "negative"),
      (#"collection={"twice": {"albums": []}}"#, "count"), ("items=[]", "without \"collection\""),
      (#"items=[], collection={}"#, "it has to have one of"),
    ]
  )
  func invalidReport(_ members: String, _ problem: String) async throws {
    let failure = await (try Self.replying(members)).run(.collectionCheck) { _ in }.failure
    #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
  }

  @Test("only a check of the collection with a report")
  func misplacedReport() async throws {
    let failure = await (try Self.replying("collection={}")).run(.collectionAlbums) { _ in }.failure
    #expect(failure?.message.contains(#"with "collection""#) == true)
  }

  @Test("the artists and albums that the user has, page by page")
  func own() async throws {
    let fixture = try Self.replying(
      #"items=[{"id": "shelf:album:7", "title": "Blue", "unavailable": True}], next=1, total=9"#
    )
    let outcome = await fixture.run(.collectionAlbums) { $0.limit = 1 }
    #expect(outcome.items.map(\.id.description) == ["shelf:album:7"])
    #expect(outcome.items.first?.isUnavailable == true)
    #expect(outcome.next == .offset(1))
    let artists = try Self.replying(#"items=[{"id": "shelf:artist:7", "name": "Joni"}]"#)
    #expect(await artists.run(.collectionArtists) { _ in }.items.map(\.displayName) == ["Joni"])
  }

  @Test("what its source has in other countries only with an error that says so")
  func notInCountry() async throws {
    let fixture = try Self.replying(
      #"error={"code": "NOT_IN_COUNTRY", "message": "Only in Japan."}"#
    )
    let outcome = await fixture.run(.artistSimilar) { $0.id = EntityID("shelf:artist:7") }
    #expect(outcome.failure == Failure(.notInCountry, "Only in Japan."))
  }

  @Test("charts and their entries, and similar artists")
  func charts() async throws {
    let charts = try Self.replying(
      #"items=[{"id": "shelf:chart:se.albums", "title": "Albums", "of": "album", "country": "se"}]"#
    )
    let listed = await charts.run(.chartsList) { $0.country = "se" }
    #expect(listed.items.map(\.kind) == [.chart])
    #expect(listed.failure == nil && listed.skipped.isEmpty)
    let entries = try Self.replying(
      """
      items=[{"id": "shelf:album:3", "title": line["params"]["chart"] + " of " + line["params"]["country"], "rank": 1}]
      """
    )
    let chart = await entries.run(.chartGet) { ($0.chart, $0.country) = (.albums, "se") }
    #expect(chart.items.map(\.displayName) == ["albums of se"])
    let similar = try Self.replying(#"items=[{"id": "shelf:artist:4", "name": "Laura"}]"#)
    let found = await similar.run(.artistSimilar) { $0.id = EntityID("shelf:artist:7") }
    #expect(found.items.map(\.displayName) == ["Laura"])
  }

  @Test(
    "lyrics with times, plain ones, none, and says that nothing is sung",
    arguments: [
      (#"lyrics="[00:12.50] Ticking away""#, 1), (#"lyrics="Ticking away\nThe moments""#, 2),
      (#"lyrics="""#, 0), ("items=[]", nil),
    ] as [(String, Int?)]
  )
  func lyrics(_ members: String, _ count: Int?) async throws {
    let outcome = await (try Self.replying(members)).run(.songLyrics) {
      $0.id = EntityID("shelf:song:1")
    }
    #expect(outcome.failure == nil)
    let lyrics = try outcome.media.map { try JSONCodec.decode(Lyrics.self, from: $0.bytes) }
    #expect(lyrics.map { $0.lines?.count ?? 0 } == count)
  }
}
