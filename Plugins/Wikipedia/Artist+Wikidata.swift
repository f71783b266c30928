internal import ProviderKit

extension Artist {
  /// The properties with ids of other services.
  private static let idProperties = [
    ("P434", "mbid"), ("P1902", "spotify"), ("P2722", "deezer"), ("P2850", "itunes"),
    ("P1953", "discogs"),
  ]

  init(wikidata record: JSONRecord) throws(UnusableRecord) {
    let labels = record.record("labels"), links = record.record("sitelinks")
    let title = links?.record("enwiki")?.text("title") ?? links?.firstTitle
    let label = labels?.record("en") ?? labels?.record("mul")
    let name = label?.text("value") ?? title.map(WikipediaPage.name)
    guard let name else { throw UnusableRecord("no name") }
    self.init(id: try record.requiredID("wikidata", "artist"), name: name)
    let claims = record.record("claims") ?? JSONRecord([:])
    add(Artist.idProperties.map { claims.best($0.0)?.id($0.1, "artist", "value") })
    let (born, died) = (claims.year("P569"), claims.year("P570"))
    (bornYear, diedYear) = (born, died)
    (formedYear, disbandedYear) = (claims.year("P571"), claims.year("P576"))
    // Wikimedia serves only the standard widths to all: 20 to 500, 960, 1280, 1920 and 3840.
    if let file = claims.best("P18")?.text("value") {
      let path = WebAddress("https://commons.wikimedia.org")?
        .withTarget(["wiki", "Special:FilePath", file], [("width", "960")])
      if let path { artwork = [Artwork(url: path.description, role: .portrait)] }
    }
  }
}

extension JSONRecord {
  fileprivate var firstTitle: String? {
    members.sorted { $0.key < $1.key }.lazy.compactMap { JSONRecord($0.value)?.text("title") }.first
  }

  /// Returns the value of a property in its preferred statements or, without any, the normal ones.
  ///
  /// A preferred statement may state that no value exists.
  func best(_ property: String) -> JSONRecord? {
    let ranks = Dictionary(grouping: records(property)) { $0.text("rank") ?? "normal" }
    let best = ranks["preferred"] ?? ranks["normal"] ?? []
    return best.lazy.compactMap { $0.record("mainsnak")?.record("datavalue") }.first
  }

  /// Returns the year of a date such as `+1986-00-00T00:00:00Z`; `nil` if only its decade is known.
  func year(_ property: String) -> Int? {
    let date = best(property)?.record("value")
    guard let time = date?.text("time"), time.hasPrefix("+"),
      (date?.integer("precision") ?? 9) >= 9
    else { return nil }
    return Int(time.dropFirst().prefix(4)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The pictures of a summary, largest first.
  var pictures: [Artwork] {
    ["originalimage", "thumbnail"].compactMap { record($0)?.picture("source", .portrait) }
  }
}
