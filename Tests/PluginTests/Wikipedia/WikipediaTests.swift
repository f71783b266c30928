import BusProtocol
import Foundation
import MusicModel
@testable import ProviderKit
import Testing

@testable import Wikipedia

@Suite("Wikipedia")
struct WikipediaTests {
  private static let item = #"""
    {"entities":{"Q1":{"id":"Q1","labels":{"en":{"value":"Air"}},"claims":{
      "P434":[{"rank":"normal","mainsnak":{"datavalue":{"value":"cb67438a-7f50-4f2b-a6f1-2bb2729fd538"}}}],
      "P571":[{"rank":"normal","mainsnak":{"datavalue":{"value":{"time":"+1995-00-00T00:00:00Z"}}}}]},
     "sitelinks":{"dewiki":{"title":"Air (Band)","url":"https://de.wikipedia.org/wiki/Air_(Band)"},
      "frwiki":{"title":"Air (groupe)","url":"https://fr.wikipedia.org/wiki/Air_(groupe)"},
      "enwiki":{"title":"Air (French band)","url":"https://en.wikipedia.org/wiki/Air_(French_band)"}}}}}
    """#

  private static func source(_ host: String, _ title: String) -> RecordedTransport {
    RecordedTransport([
      "/w/api.php?format=json&action=wbgetentities&ids=Q1&props=claims%7Csitelinks%2Furls%7Clabels":
        HTTPResponse(body: Array(item.utf8)),
      "https://\(host)/api/rest_v1/page/summary/\(title)": HTTPResponse(
        body: Array(#"{"title":"Air (x)","extract":"About \#(host)"}"#.utf8)
      ),
    ])
  }

  @Test(
    "returns the biography in the user's language, else in a configured one, else in English",
    arguments: [
      ("de-AT", "", "de.wikipedia.org", "Air_%28Band%29"),
      ("ja", "it, fr-CA", "fr.wikipedia.org", "Air_%28groupe%29"),
      ("ja", "", "en.wikipedia.org", "Air_%28French_band%29"),
    ]
  )
  func languages(_ lang: String, _ configured: String, _ host: String, _ title: String) async throws
  {
    let source = WikipediaTests.source(host, title)
    let outcome = try await Plugin.wikipedia.run(
      .artistGet,
      at: source,
      configuration: ["languages": .string(configured)]
    ) { ($0.id, $0.lang) = (EntityID("wikidata:artist:Q1"), lang) }
    let artist = try #require(outcome.artists.first, "\(outcome)")
    #expect(artist.biography == "About \(host)", "\(source.requests)")
    #expect(artist.name == "Air")
    #expect(artist.formedYear == 1995)
    #expect(artist.links["wikipedia"]?.hasPrefix("https://\(host)/wiki/") == true)
    #expect(outcome.notes.first?.contains("CC BY-SA 4.0") == true)
    #expect(artist.ids.first?.description == "mbid:artist:cb67438a-7f50-4f2b-a6f1-2bb2729fd538")
  }

  @Test("finds the item by the page of a Wikipedia", arguments: ["Daft_Punk", "Daft%20Punk"])
  func page(_ page: String) async throws {
    let query =
      "sites=dewiki&titles=Daft%20Punk&normalize=1&props=claims%7Csitelinks%2Furls%7Clabels"
    let item = HTTPResponse(body: Array(WikipediaTests.item.utf8))
    let source = RecordedTransport(["/w/api.php?format=json&action=wbgetentities&\(query)": item])
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("wikipedia:artist:de:\(page)")
    }
    #expect(outcome.artists.first?.id == EntityID("wikidata:artist:Q1"), "\(source.requests)")
  }

  @Test("has no result for a page that does not exist")
  func missingPage() async throws {
    let source = FixedResponseTransport(#"{"entities":{"-1":{"site":"enwiki","missing":""}}}"#)
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("wikipedia:artist:en:Unknown")
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil && outcome.skipped.isEmpty)
  }

  @Test("needs only the budget of Wikidata, which limits the requests to Wikipedia too")
  func budget() throws {
    let provider = try Plugin.wikipedia.make(ProviderConfiguration())
    let descriptor = try provider.resolvedDescriptor()
    let terms = try #require(descriptor.methods["artist.get"])
    #expect(terms.cost["www.wikidata.org"] == 3)
    #expect(descriptor.methods["artwork.get"]?.cost["www.wikidata.org"] == nil)
    #expect(descriptor.budgets.mapValues(\.requests) == ["www.wikidata.org": 5])
  }

  @Test(
    "returns what Wikidata knows while Wikipedia must not be requested, and that it is incomplete"
  )
  func coolDown() async throws {
    let source = WikipediaTests.source("en.wikipedia.org", "Air_%28French_band%29")
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      ($0.id, $0.grant) = (EntityID("wikidata:artist:Q1"), ["www.wikidata.org": 3])
    }
    let artist = try #require(outcome.artists.first)
    #expect((artist.name, artist.formedYear, artist.biography) == ("Air", 1995, nil))
    #expect(outcome.freshMs == 10_000 && outcome.notes.count == 1)
    #expect(outcome.spent == ["www.wikidata.org": 1])
  }

  @Test("does not request Wikipedia again before the end of the time that it states")
  func retryAfter() async throws {
    let query = "ids=Q1&props=claims%7Csitelinks%2Furls%7Clabels"
    let item = HTTPResponse(body: Array(WikipediaTests.item.utf8))
    let page = "https://en.wikipedia.org/api/rest_v1/page/summary/Air_%28French_band%29"
    let source = RecordedTransport([
      "/w/api.php?format=json&action=wbgetentities&\(query)": item,
      page: HTTPResponse(status: 429, headers: ["Retry-After": "60"]),
    ])
    let call = try StandaloneCall(
      try Plugin.wikipedia.make(ProviderConfiguration()),
      transport: source
    )
    var parameters = CallParameters()
    parameters.id = EntityID("wikidata:artist:Q1")
    for _ in 1...2 {
      let outcome = await call.run(.artistGet, parameters)
      #expect(outcome.artists.first?.formedYear == 1995)
      #expect((50_000...60_000).contains(outcome.freshMs ?? 0), "\(outcome)")
    }
    #expect(source.requests.count { $0 == page } == 1)
    parameters.grant = ["www.wikidata.org": 3, "wikipedia.org": 0]
    #expect(await call.run(.artistGet, parameters).freshMs == 10_000)
  }

  @Test("finds the item by the id of MusicBrainz")
  func musicBrainz() async throws {
    let source = FixedResponseTransport(#"{"query":{"search":[]}}"#)
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:cb67438a")
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil)
    #expect(source.requests.first?.contains("haswbstatement%3AP434%3Dcb67438a") == true)
  }

  @Test(
    "removes only what distinguishes a title",
    arguments: [
      ("Skid Row (American band)", "Skid Row"), ("f(x)", "f(x)"), ("(((S)))", "(((S)))"),
      ("F(x) (group)", "F(x)"),
    ]
  )
  func names(_ title: String, _ name: String) { #expect(WikipediaPage.name(title) == name) }

  @Test("knows no year if only the decade is known", arguments: [(8, nil), (9, 1890), (11, 1890)])
  func precision(_ precision: Int, _ year: Int?) {
    let time: JSONValue = [
      "time": "+1890-00-00T00:00:00Z", "precision": .integer(precision),
    ]
    let claim: JSONValue = ["mainsnak": ["datavalue": ["value": time]]]
    #expect(JSONRecord(["P569": [claim]]).year("P569") == year)
  }

  @Test("takes the best-ranked statement even if it states that no value exists")
  func rank() {
    func claim(_ rank: String, _ value: JSONValue?) -> JSONValue {
      let snak: [String: JSONValue] = value.map { ["datavalue": ["value": $0]] } ?? [:]
      return ["rank": .string(rank), "mainsnak": .object(snak)]
    }
    let (old, new) = (claim("normal", "old"), claim("preferred", "new"))
    let (none, wrong) = (claim("preferred", nil), claim("deprecated", "wrong"))
    #expect(JSONRecord(["P1": [old, none]]).best("P1") == nil)
    #expect(JSONRecord(["P1": [old, new, wrong]]).best("P1")?.text("value") == "new")
    #expect(JSONRecord(["P1": [wrong, old]]).best("P1")?.text("value") == "old")
    #expect(JSONRecord(["P1": [wrong]]).best("P1") == nil)
  }

  /// Returns the outcome for an item that no Wikipedia has a page about.
  private func outcome(ofItem item: String, _ id: String) async throws -> StandaloneCall.Outcome {
    let source = FixedResponseTransport(#"{"entities":{"\#(id)":\#(item)}}"#)
    return try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("wikidata:artist:\(id)")
    }
  }

  @Test("returns what Wikidata knows about an artist without a page", arguments: ["en", "mul"])
  func noPage(_ language: String) async throws {
    let picture = #"[{"mainsnak":{"datavalue":{"value":"Air.jpg"}}}]"#
    let item = #"""
      {"id":"Q1","labels":{"\#(language)":{"value":"Air"}},"claims":{"P18":\#(picture),
       "P571":[{"mainsnak":{"datavalue":{"value":{"time":"+1995-00-00T00:00:00Z"}}}}]}}
      """#
    let artist = try #require(try await outcome(ofItem: item, "Q1").artists.first)
    #expect((artist.name, artist.formedYear, artist.artwork.count) == ("Air", 1995, 1))
    #expect(artist.biography == nil && artist.links["wikipedia"] == nil)
  }

  @Test("fetches the next picture if one is gone, at a width that Wikimedia serves to all")
  func gonePicture() async throws {
    let item = #"""
      {"entities":{"Q1":{"id":"Q1","labels":{"en":{"value":"Air"}},"claims":{
        "P18":[{"mainsnak":{"datavalue":{"value":"Gone.jpg"}}}]},
       "sitelinks":{"enwiki":{"title":"Air","url":"https://en.wikipedia.org/wiki/Air"}}}}}
      """#
    let (thumb, first) = (
      "https://thumb.wikimedia.org/wikipedia/commons/a/ab/Air.jpg/330px-Air.jpg",
      "https://commons.wikimedia.org/wiki/Special:FilePath/Gone.jpg?width=960"
    )
    let source = RecordedTransport([
      "/w/api.php?format=json&action=wbgetentities&ids=Q1&props=claims%7Csitelinks%2Furls%7Clabels":
        HTTPResponse(body: Array(item.utf8)),
      "https://en.wikipedia.org/api/rest_v1/page/summary/Air": HTTPResponse(
        body: Array(#"{"title":"Air","thumbnail":{"source":"\#(thumb)","width":330}}"#.utf8)
      ),
      thumb: HTTPResponse(body: [0xFF, 0xD8, 0xFF, 0xE0]),
    ])
    let outcome = try await Plugin.wikipedia.run(.artworkGet, at: source) {
      $0.id = EntityID("wikidata:artist:Q1")
    }
    #expect(outcome.media?.url == thumb, "\(outcome) \(source.requests)")
    #expect(source.requests.suffix(2) == [first, thumb])
  }

  @Test("retains the id of an item that was merged into another one")
  func mergedItem() async throws {
    let item = #"{"id":"Q2","labels":{"en":{"value":"Air"}}}"#
    let artist = try #require(try await outcome(ofItem: item, "Q1").artists.first)
    #expect(artist.id == EntityID("wikidata:artist:Q2"))
    #expect(artist.ids.map(\.description) == ["wikidata:artist:Q1", "wikidata:artist:Q2"])
  }

  @Test("takes no biography from a page that lists several meanings")
  func disambiguation() async throws {
    let source = RecordedTransport([
      "/w/api.php?format=json&action=wbgetentities&ids=Q1&props=claims%7Csitelinks%2Furls%7Clabels":
        HTTPResponse(body: Array(WikipediaTests.item.utf8)),
      "https://en.wikipedia.org/api/rest_v1/page/summary/Air_%28French_band%29": HTTPResponse(
        body: Array(#"{"type":"disambiguation","title":"Air","extract":"Air may refer to:"}"#.utf8)
      ),
    ])
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("wikidata:artist:Q1")
    }
    #expect(outcome.artists.map(\.name) == ["Air"] && outcome.artists[0].biography == nil)
  }

  @Test(
    "understands the errors of Wikidata",
    arguments: [
      ("ratelimited", ErrorCode.upstreamRateLimited), ("no-such-entity", .notFound),
      ("internal_api_error", .upstreamBadData),
    ]
  )
  func errors(_ name: String, _ code: ErrorCode) async throws {
    let source = FixedResponseTransport(#"{"error":{"code":"\#(name)","info":"No reason"}}"#)
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("wikidata:artist:Q1")
    }
    #expect(outcome.failure.map(\.code) == (code == .notFound ? nil : code))
    #expect(outcome.failure?.message.contains("No reason") != false)
  }

  @Test(
    "converts captured responses, with the preferred picture",
    .enabled(if: Capture.exist, Capture.missing)
  )
  func captured() async throws {
    let folder = Capture.directory.appending(path: "wiki")
    let item = try Data(contentsOf: folder.appending(path: "wikidata-Q461269-sitelinks.json"))
    let summary = try Data(contentsOf: folder.appending(path: "wikipedia-summary-skid-row.json"))
    let query =
      "format=json&action=wbgetentities&ids=Q461269&props=claims%7Csitelinks%2Furls%7Clabels"
    let source = RecordedTransport([
      "/w/api.php?\(query)": HTTPResponse(body: [UInt8](item)),
      "https://en.wikipedia.org/api/rest_v1/page/summary/Skid_Row_%28American_band%29":
        HTTPResponse(body: [UInt8](summary)),
    ])
    let outcome = try await Plugin.wikipedia.run(.artistGet, at: source) {
      $0.id = EntityID("wikidata:artist:Q461269")
    }
    let artist = try #require(outcome.artists.first, "\(outcome)")
    #expect(artist.name == "Skid Row")
    #expect(artist.biography == "Skid Row is an American rock band formed in 1986…")
    #expect(artist.artwork.count == 3)
    #expect(artist.artwork[0].url.contains("Skid%20Row%20live%201991.jpg"))
    #expect(!artist.artwork.contains { $0.url.contains("Wrong") })
  }
}
