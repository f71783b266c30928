import JSON
import MusicModel

/// The values by which favourites are sorted and filtered, extracted from the snapshot once.
struct FavoriteFacts: Hashable, Sendable {
  /// The normalized name for sorting and comparing.
  let name: String
  /// Name, artist and album, normalized for searching.
  let words: String
  let genres: [String]
  /// The release date; for an artist, the year of formation or birth.
  let date: PartialDate?

  init(_ content: FavoriteContent, fold: (String) -> String) {
    name = fold(content.name)
    let found = Found(content)
    words = ([name] + found.otherNames.map(fold)).joined(separator: " ")
    genres = found.genres.map(fold)
    date = found.date
  }

  /// The members of a snapshot. Malformed members count as unknown, because these values only help to find
  /// the favourite.
  private struct Found {
    var otherNames: [String] = []
    var genres: [String] = []
    var date: PartialDate?

    init(_ content: FavoriteContent) {
      guard let entity = try? JSONDocument(Array(content.entityText)).root else { return }
      let names = [entity["artist"]?["name"], entity["album"]?["title"]]
      otherNames = names.compactMap { try? $0?.text() }
      for genre in (try? entity["genres"]?.elements()).map(Array.init) ?? [] {
        if let text = try? genre.text() { genres.append(text) }
      }
      if let text = try? entity["releaseDate"]?.text() {
        date = PartialDate(text)
      } else if let year = entity["formedYear"] ?? entity["bornYear"] {
        date = (try? year.integer()).flatMap { PartialDate(year: $0) }
      }
    }
  }
}
