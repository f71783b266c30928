/// The items of Wikidata.
enum WikiPages {
  static func item(of artist: Artist) -> String {
    artist.name == "Daft Punk"
      ? "Q185828" : "Q\(1000 + stableNumber("wikidata/" + artist.musicBrainz, below: 90_000_000))"
  }
}
