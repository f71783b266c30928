internal import ProviderKit

/// Biographies of Wikipedia in the user's languages, and pictures, reached through Wikidata.
@main
struct WikipediaProvider: Provider {
  let wikidata: JSONAPI
  let wikipedia: Upstream
  /// The configured languages, in order of preference.
  let languages: [String]

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let (data, pages) = ("https://www.wikidata.org", "https://wikipedia.org")
    let items = try configuration.upstream(data, named: "WIKIDATA", key: "wikidataURL", budget: 5)
    wikidata = JSONAPI(
      items,
      root: ["w", "api.php"],
      query: [("format", "json")],
      errorCodes: [
        "ratelimited": .upstreamRateLimited, "maxlag": .upstreamRateLimited,
        "no-such-entity": .notFound,
      ]
    )
    // Each of its requests follows one to Wikidata, whose budget limits both.
    wikipedia = try configuration.upstream(pages, named: "WIKIPEDIA", key: "wikipediaURL")
    languages = try configuration.languages("languages")
  }

  var upstreams: [Upstream] { [wikidata.upstream, wikipedia] }
  var redirectsMergedIDs: Bool { true }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "wikipedia",
      name: "Wikipedia",
      thanks: "Biographies by Wikipedia, CC BY-SA 4.0",
      url: "https://www.wikipedia.org",
      terms: "https://creativecommons.org/licenses/by-sa/4.0/",
      namespaces: ["wikidata:artist", "mbid:artist", "wikipedia:artist"],
      hosts: [
        "*.wikipedia.org", "commons.wikimedia.org", "upload.wikimedia.org", "thumb.wikimedia.org",
      ],
      urls: WikipediaPage.patterns
        + ["wiki", "entity"].flatMap { word in
          [URLPattern].pages(
            ["https://wikidata.org/", "https://m.wikidata.org/"],
            of: "wikidata",
            ["artist"],
            words: ["artist": word],
            example: "Q185828"
          )
        }
    )
    let keys = ["languages": "Such as \"de, fr\"; English is always the last one."]
    descriptor.configSchema = ProviderConfiguration.schema(of: upstreams, texts: keys)
    return descriptor
  }

  var endpoints: [Endpoint] {
    [
      .one(.artistGet, requests: 3, also: [wikipedia], "wikidata:artist:Q185828") {
        try await artist($0)
      },
      .artwork(also: [wikipedia]) { try await artist($0)?.artwork },
    ]
  }

  private func artist(_ call: Call) async throws -> Artist? {
    guard let key = try await key(call) else { return nil }
    let query =
      [("action", "wbgetentities")] + key + [("props", "claims|sitelinks/urls|labels")]
    let entities = try await wikidata.record(call, [], query).record("entities")
    let record = entities?.members.values.first.flatMap { JSONRecord($0) }
    guard let record, record.members["missing"] == nil else { return nil }
    let wanted = ([call.language].compactMap { $0 } + languages + ["en"])
    guard var artist = call.convert(record, Artist.init(wikidata:)) else { return nil }
    guard let page = WikipediaPage(of: record, in: wanted) else { return artist }
    let summary = try await call.optionally {
      try await call.fetchJSON(page.summary(at: wikipedia))
    }
    guard let summary, summary.text("type") != "disambiguation" else { return artist }
    artist.name = summary.text("title").map(WikipediaPage.name) ?? artist.name
    artist.biography = summary.text("extract")
    artist.biographyLang = page.language
    artist.artwork += summary.pictures
    artist.links["wikipedia"] = page.url
    call.credit("Wikipedia, \"\(page.title)\"", page.url, licence: "CC BY-SA 4.0")
    return artist
  }

  /// Returns the item of the call, the one of its page, or the one with the id of MusicBrainz (P434).
  private func key(_ call: Call) async throws -> [(String, String?)]? {
    if let id = call.id("wikidata", "artist") { return [("ids", id)] }
    if let page = call.id("wikipedia", "artist") { return WikipediaPage.key(page) }
    guard let id = call.id("mbid", "artist") else { return nil }
    let search = "haswbstatement:P434=\(id)"
    let query = [("action", "query"), ("list", "search"), ("srsearch", search)]
    let found = try await wikidata.record(call, [], query).record("query")?.records("search")
    return found?.first?.text("title").map { [("ids", $0)] }
  }
}
