import HTTPServer
import JSON

/// Wikidata's `/w/api.php`, and the summaries of Wikipedia at `/api/rest_v1/page/summary/TITLE`.
struct WikiSource: Sendable {
  private let library: ReleaseLibrary
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  func response() -> HTTPResponse {
    let path = request.path
    let body = path.first == "w" ? data() : path.count > 4 ? summary(path[4]) : nil
    return body.map { .json($0) } ?? .notFound
  }

  private func data() -> JSONValue? {
    switch request[query: "action"] {
    case "wbgetentities":
      let found = library.artists.first(where: isWanted)
      let id = found.map(WikiPages.item) ?? request[query: "ids"] ?? "-1"
      let entity = found.map(item) ?? record(["id": id, "missing": ""])
      return record(["entities": record([id: entity]), "success": 1])
    case "query":
      let id = request[query: "srsearch"]?.split(separator: "=").last.map(String.init)
      let found = library.artists.filter { $0.musicBrainz == id }.map { artist in
        record(["ns": 0, "title": WikiPages.item(of: artist)])
      }
      return record(["query": record(["search": found])])
    default: return nil
    }
  }

  /// Whether an artist has the item, or the page, that the request names.
  private func isWanted(_ artist: Artist) -> Bool {
    if let id = request[query: "ids"] { return WikiPages.item(of: artist) == id }
    return artist.biography.keys.contains { language in
      request[query: "sites"] == language.lowercased() + "wiki"
        && request[query: "titles"] == WikiPages.title(artist, language)
    }
  }

  private func item(_ artist: Artist) -> JSONValue {
    var links: [String: (any MemberValue)?] = [:]
    for language in artist.biography.keys {
      let site = language.lowercased() + "wiki"
      links[site] = record(["site": site, "title": WikiPages.title(artist, language)])
    }
    let label = record(["language": "en", "value": artist.name])
    return record([
      "id": WikiPages.item(of: artist), "type": "item", "labels": record(["en": label]),
      "sitelinks": record(links),
      "claims": record([
        "P434": claim(artist.musicBrainz), "P1902": claim(SpotifyID.of(artist)),
        "P2722": claim(String(DeezerRecords.id(of: artist))),
        "P569": artist.born.map { claim(time($0)) }, "P571": artist.formed.map { claim(time($0)) },
      ]),
    ])
  }

  private func time(_ year: Int) -> JSONValue {
    record(["time": "+\(year)-00-00T00:00:00Z", "precision": 9])
  }

  /// The value, and one that turned out to be wrong.
  private func claim(_ value: any MemberValue) -> JSONValue {
    func statement(_ value: any MemberValue, _ rank: String) -> JSONValue {
      let snak = record(["snaktype": "value", "datavalue": record(["value": value])])
      return record(["mainsnak": snak, "type": "statement", "rank": rank])
    }
    return [statement("wrong", "deprecated"), statement(value, "normal")].json
  }

  private func summary(_ title: String) -> JSONValue? {
    for artist in library.artists {
      for (language, text) in artist.biography
      where WikiPages.title(artist, language).replacing(" ", with: "_") == title {
        func image(_ size: Int) -> JSONValue {
          let path = "/artwork/image/wiki/commons/\(artist.musicBrainz)/\(size)x\(size).jpg"
          return record(["source": request.base + path, "width": size, "height": size])
        }
        return record([
          "type": "standard", "title": title.replacing("_", with: " "),
          "lang": language.lowercased(), "extract": text, "originalimage": image(900),
          "thumbnail": image(330),
        ])
      }
    }
    return nil
  }
}

/// The items of Wikidata and the titles of Wikipedia's pages.
enum WikiPages {
  /// The real item of the provider's example; the others are made up.
  static func item(of artist: Artist) -> String {
    let number = 1000 + stableNumber("wikidata/" + artist.musicBrainz, below: 90_000_000)
    return artist.name == "Daft Punk" ? "Q185828" : "Q\(number)"
  }

  /// Titles differ by language, as all languages share one host here.
  static func title(_ artist: Artist, _ language: String) -> String {
    language == "EN" ? artist.name : "\(artist.name) (\(language))"
  }
}
