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
      var (bytes, cursor) = content.scanEntity()
      do throws(JSONError) {
        try cursor.open(.object)
        while let (name, value) = try cursor.nextMember() {
          switch String(decoding: bytes[name], as: UTF8.self) {
          case "artist": otherNames += try Found.text("name", bytes, value)
          case "album": otherNames += try Found.text("title", bytes, value)
          case "genres": genres = try Found.texts(bytes, value)
          case "releaseDate": date = JSONText.string(bytes, value).flatMap { PartialDate($0) }
          case "formedYear", "bornYear":
            date =
              date ?? JSONText.integer(bytes, value).flatMap { PartialDate(year: $0) }
          default: break
          }
        }
      } catch {
        return
      }
    }

    private static func text(
      _ wanted: String,
      _ bytes: [UInt8],
      _ object: Range<Int>
    ) throws(JSONError) -> [String] {
      var cursor = JSONCursor(bytes, object, dialect: .document)
      try cursor.open(.object)
      while let (name, value) = try cursor.nextMember() {
        if bytes[name].elementsEqual(wanted.utf8) {
          return JSONText.string(bytes, value).map { [$0] } ?? []
        }
      }
      return []
    }

    private static func texts(
      _ bytes: [UInt8],
      _ array: Range<Int>
    ) throws(JSONError) -> [String] {
      var cursor = JSONCursor(bytes, array, dialect: .document)
      var texts: [String] = []
      try cursor.open(.array)
      while let element = try cursor.nextElement() {
        if let text = JSONText.string(bytes, element) { texts.append(text) }
      }
      return texts
    }
  }
}
