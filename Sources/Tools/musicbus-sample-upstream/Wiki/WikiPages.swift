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
