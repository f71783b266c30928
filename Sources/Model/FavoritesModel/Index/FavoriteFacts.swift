import MusicModel

/// By what favourites are sorted and filtered, taken out of the snapshot once.
struct FavoriteFacts: Hashable, Sendable {
  /// The name as it is sorted and compared.
  let name: String
  /// Name, artist and album, as they are searched.
  let words: String
  let genres: [String]
  /// When it was published; of an artist, the year of formation.
  let date: PartialDate?

  init(_ content: FavoriteContent, fold: (String) -> String) {
    name = fold(content.name)
    let found = Found(content)
    words = ([name] + found.otherNames.map(fold)).joined(separator: " ")
    genres = found.genres.map(fold)
    date = found.date
  }

  /// What stands in the snapshot. Whatever is not as it should be is taken as unknown: these
  /// facts only help to find the favourite.
  private struct Found {
    var otherNames: [String] = []
    var genres: [String] = []
    var date: PartialDate?

    init(_ content: FavoriteContent) {
      var (bytes, scanner) = content.scanEntity()
      do throws(JSONScanner.Fault) {
        try scanner.open("{")
        while let (name, value) = try scanner.nextMember() {
          switch String(decoding: bytes[name], as: UTF8.self) {
          case "artist": otherNames += try Found.text("name", bytes, value)
          case "album": otherNames += try Found.text("title", bytes, value)
          case "genres": genres = try Found.texts(bytes, value)
          case "releaseDate": date = JSONText.string(bytes, value).flatMap { PartialDate($0) }
          case "formedYear":
            date = Int(String(decoding: bytes[value], as: UTF8.self)).flatMap {
              PartialDate(year: $0)
            }
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
    ) throws(JSONScanner.Fault) -> [String] {
      var scanner = JSONScanner(bytes, object)
      try scanner.open("{")
      while let (name, value) = try scanner.nextMember() {
        if bytes[name].elementsEqual(wanted.utf8) {
          return JSONText.string(bytes, value).map { [$0] } ?? []
        }
      }
      return []
    }

    private static func texts(
      _ bytes: [UInt8],
      _ array: Range<Int>
    ) throws(JSONScanner.Fault) -> [String] {
      var scanner = JSONScanner(bytes, array)
      var texts: [String] = []
      try scanner.open("[")
      while let element = try scanner.nextElement() {
        if let text = JSONText.string(bytes, element) { texts.append(text) }
      }
      return texts
    }
  }
}
