// Written by Protocol/generate from Album.swift; change the members there.
public import JSON

extension Album {
  private static let names = JSONNames(
    "albumKind",
    "artist",
    "artists",
    "artwork",
    "cleaned",
    "copyright",
    "currency",
    "disambiguation",
    "editions",
    "explicit",
    "favorite",
    "genres",
    "guessed",
    "id",
    "ids",
    "kind",
    "label",
    "links",
    "owned",
    "price",
    "rank",
    "releaseDate",
    "title",
    "trackCount",
    "unavailable"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var album = Album.blank else { throw json.mismatch("has no form") }
    album.ids = []
    var members = try JSONMembers(&json, Album.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: album.albumKind = try json.optional()
        case 1: album.artist = try json.optional()
        case 2: album.artists = try json.list()
        case 3: album.artwork = try json.list()
        case 4: album.cleaned = try json.optional()
        case 5: album.copyright = try json.optional()
        case 6: album.currency = try json.optional()
        case 7: album.disambiguation = try json.optional()
        case 8: album.editions = try json.optional()
        case 9: album.explicit = try json.optional()
        case 10: album.favorite = try json.optional()
        case 11: album.genres = try json.list()
        case 12: album.guessed = try json.optional()
        case 13: album.id = try json.value()
        case 14: album.ids = try json.list()
        case 15: try json.expect(Album.kind)
        case 16: album.label = try json.optional()
        case 17: album.links = try json.table()
        case 18: album.owned = try json.optional()
        case 19: album.price = try json.optional()
        case 20: album.rank = try json.optional()
        case 21: album.releaseDate = try json.optional()
        case 22: album.title = try json.value()
        case 23: album.trackCount = try json.optional()
        case 24: album.unavailable = try json.optional()
        default: album.extra[members.name(json)] = try json.value()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(13 /* id */, 22 /* title */)
    self = album.withOwnID
  }

  /// Writes the members, in the order of their names.
  public func writeMembers(_ json: inout JSONWriter) {
    json.add("albumKind", albumKind)
    json.add("artist", artist)
    json.add("artists", artists)
    json.add("artwork", artwork)
    json.add("cleaned", cleaned)
    json.add("copyright", copyright)
    json.add("currency", currency)
    json.add("disambiguation", disambiguation)
    json.add("editions", editions)
    json.add("explicit", explicit)
    json.add("favorite", favorite)
    json.add("genres", genres)
    json.add("guessed", guessed)
    json.add("id", id)
    json.add("ids", ids)
    json.add("kind", Album.kind)
    json.add("label", label)
    json.add("links", links)
    json.add("owned", owned)
    json.add("price", price)
    json.add("rank", rank)
    json.add("releaseDate", releaseDate)
    json.add("title", title)
    json.add("trackCount", trackCount)
    json.add("unavailable", unavailable)
  }
}
