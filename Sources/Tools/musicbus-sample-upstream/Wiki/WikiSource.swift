/// Wikidata's `/w/api.php`, and the summaries of Wikipedia at `/api/rest_v1/page/summary/TITLE`.
struct WikiSource: Sendable {
  private let library: ReleaseLibrary
  private let request: Request

  init(_ library: ReleaseLibrary, _ request: Request) {
    self.library = library
    self.request = request
  }

  func response() -> Response {
    let path = request.segments
    let body = path.first == "w" ? data() : path.count > 4 ? summary(path[4]) : nil
    guard let body else { return .notFound }
    return Response(200, "application/json; charset=utf-8", Array(body.text().utf8))
  }

  private func data() -> JSON? {
    let query = request.query
    switch query["action"] {
    case "wbgetentities":
      guard let artist = library.artists.first(where: isWanted) else {
        let id = query["ids"] ?? "-1"
        return [
          "entities": .object([.init(id, ["id": .string(id), "missing": ""])]), "success": 1,
        ]
      }
      let id = WikiPages.item(of: artist)
      return ["entities": .object([.init(id, item(artist, id))]), "success": 1]
    case "query":
      let id = query["srsearch"]?.split(separator: "=").last.map(String.init)
      let found = library.artists.filter { $0.musicBrainz == id }.map { artist -> JSON in
        ["ns": 0, "title": .string(WikiPages.item(of: artist))]
      }
      return ["query": ["search": .array(found)]]
    default: return nil
    }
  }

  /// Whether an artist has the item, or the page, that the request names.
  private func isWanted(_ artist: Artist) -> Bool {
    if let id = request.query["ids"] { return WikiPages.item(of: artist) == id }
    return artist.biography.keys.contains { language in
      request.query["sites"] == language.lowercased() + "wiki"
        && request.query["titles"] == WikiPages.title(artist, language)
    }
  }

  private func item(_ artist: Artist, _ id: String) -> JSON {
    let languages = artist.biography.keys.sorted()
    let links = languages.map { language -> JSON.Member in
      let site = language.lowercased() + "wiki"
      return .init(
        site,
        ["site": .string(site), "title": .string(WikiPages.title(artist, language))]
      )
    }
    var claims = [
      claim("P434", .string(artist.musicBrainz)),
      claim("P1902", .string(SpotifyID.of(artist))),
      claim("P2722", .string(String(DeezerRecords.id(of: artist)))),
    ]
    if let year = artist.born { claims.append(claim("P569", time(year))) }
    if let year = artist.formed { claims.append(claim("P571", time(year))) }
    return [
      "id": .string(id), "type": "item",
      "labels": ["en": ["language": "en", "value": .string(artist.name)]],
      "claims": .object(claims), "sitelinks": .object(links),
    ]
  }

  private func time(_ year: Int) -> JSON {
    ["time": .string("+\(year)-00-00T00:00:00Z"), "precision": 9]
  }

  /// The value, and one that turned out to be wrong.
  private func claim(_ property: String, _ value: JSON) -> JSON.Member {
    let snak: JSON = ["snaktype": "value", "datavalue": ["value": value]]
    let wrong: JSON = ["snaktype": "value", "datavalue": ["value": "wrong"]]
    return .init(
      property,
      [
        ["mainsnak": wrong, "type": "statement", "rank": "deprecated"],
        ["mainsnak": snak, "type": "statement", "rank": "normal"],
      ]
    )
  }

  private func summary(_ title: String) -> JSON? {
    for artist in library.artists {
      for (language, text) in artist.biography
      where WikiPages.title(artist, language).replacing(" ", with: "_") == title {
        let image = "\(request.base)/artwork/image/wiki/commons/\(artist.musicBrainz)"
        return [
          "type": "standard", "title": .string(title.replacing("_", with: " ")),
          "lang": .string(language.lowercased()), "extract": .string(text),
          "originalimage": [
            "source": .string(image + "/900x900.jpg"), "width": 900, "height": 900,
          ],
          "thumbnail": ["source": .string(image + "/330x330.jpg"), "width": 330, "height": 330],
        ]
      }
    }
    return nil
  }
}
