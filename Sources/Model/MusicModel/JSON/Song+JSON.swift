// Written by Protocol/generate from Song.swift; change the members there.
public import JSON

extension Song {
  private static let names = JSONNames(
    "album",
    "artist",
    "artists",
    "artwork",
    "cleaned",
    "currency",
    "disambiguation",
    "discNumber",
    "durationMs",
    "explicit",
    "favorite",
    "file",
    "genres",
    "guessed",
    "id",
    "ids",
    "kind",
    "links",
    "owned",
    "previewURL",
    "price",
    "rank",
    "releaseDate",
    "stream",
    "title",
    "trackNumber",
    "unavailable",
    "version",
    "versionOf"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var song = Song.blank else { throw json.mismatch("has no form") }
    song.ids = []
    var members = try JSONMembers(&json, Song.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: song.album = try json.optional()
        case 1: song.artist = try json.optional()
        case 2: song.artists = try json.list()
        case 3: song.artwork = try json.list()
        case 4: song.cleaned = try json.optional()
        case 5: song.currency = try json.optional()
        case 6: song.disambiguation = try json.optional()
        case 7: song.discNumber = try json.optional()
        case 8: song.durationMs = try json.optional()
        case 9: song.explicit = try json.optional()
        case 10: song.favorite = try json.optional()
        case 11: song.file = try json.optional()
        case 12: song.genres = try json.list()
        case 13: song.guessed = try json.optional()
        case 14: song.id = try json.value()
        case 15: song.ids = try json.list()
        case 16: try json.expect(Song.kind)
        case 17: song.links = try json.table()
        case 18: song.owned = try json.optional()
        case 19: song.previewURL = try json.optional()
        case 20: song.price = try json.optional()
        case 21: song.rank = try json.optional()
        case 22: song.releaseDate = try json.optional()
        case 23: song.stream = try json.optional()
        case 24: song.title = try json.value()
        case 25: song.trackNumber = try json.optional()
        case 26: song.unavailable = try json.optional()
        case 27: song.version = try json.optional()
        case 28: song.versionOf = try json.optional()
        default: song.extra[members.name(json)] = try json.value()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(14 /* id */, 24 /* title */)
    self = song.withOwnID
  }

  /// Writes the members, in the order of their names.
  public func writeMembers(_ json: inout JSONWriter) {
    json.add("album", album)
    json.add("artist", artist)
    json.add("artists", artists)
    json.add("artwork", artwork)
    json.add("cleaned", cleaned)
    json.add("currency", currency)
    json.add("disambiguation", disambiguation)
    json.add("discNumber", discNumber)
    json.add("durationMs", durationMs)
    json.add("explicit", explicit)
    json.add("favorite", favorite)
    json.add("file", file)
    json.add("genres", genres)
    json.add("guessed", guessed)
    json.add("id", id)
    json.add("ids", ids)
    json.add("kind", Song.kind)
    json.add("links", links)
    json.add("owned", owned)
    json.add("previewURL", previewURL)
    json.add("price", price)
    json.add("rank", rank)
    json.add("releaseDate", releaseDate)
    json.add("stream", stream)
    json.add("title", title)
    json.add("trackNumber", trackNumber)
    json.add("unavailable", unavailable)
    json.add("version", version)
    json.add("versionOf", versionOf)
  }
}
