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
      var json = JSONReader(Array(content.entityText))
      try? read(&json)
    }

    private static let members = JSONNames(
      "album",
      "artist",
      "bornYear",
      "formedYear",
      "genres",
      "releaseDate"
    )
    private static let names = JSONNames("name", "title")

    private mutating func read(_ json: inout JSONReader) throws(JSONMismatch) {
      var (released, year): (PartialDate?, Int?)
      var members = try JSONMembers(&json, Found.members)
      while let index = try members.next(&json) {
        // A copy, since the value may be another one.
        var value = json
        try json.skip()
        switch index {
        case 0, 1: if let name = try? Found.name(in: &value) { otherNames.append(name) }
        case 2, 3: year = (try? value.integer()) ?? year
        case 4:
          try? value.elements { (genre) throws(JSONMismatch) in
            if let text = try? genre.text() { genres.append(text) } else { try genre.skip() }
          }
        case 5: released = (try? value.text()).flatMap { PartialDate($0) }
        default: break
        }
      }
      date = released ?? year.flatMap { PartialDate(year: $0) }
    }

    /// The name of an artist, or the title of an album.
    private static func name(in json: inout JSONReader) throws(JSONMismatch) -> String? {
      var found: String?
      var members = try JSONMembers(&json, Found.names)
      while let index = try members.next(&json) {
        if index < 2 { found = try json.text() } else { try json.skip() }
      }
      return found
    }
  }
}
