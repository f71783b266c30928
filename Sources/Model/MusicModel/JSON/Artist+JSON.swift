// Written by Protocol/generate from Artist.swift; change the members there.
public import JSON

extension Artist {
  private static let names = JSONNames(
    "albumCount",
    "aliases",
    "artwork",
    "biography",
    "biographyLang",
    "bornYear",
    "country",
    "diedYear",
    "disambiguation",
    "disbandedYear",
    "favorite",
    "followers",
    "formedYear",
    "genres",
    "guessed",
    "id",
    "ids",
    "kind",
    "links",
    "name",
    "names",
    "owned",
    "sortName",
    "unavailable"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var artist = Artist.blank else { throw json.mismatch("has no form") }
    artist.ids = []
    var members = try JSONMembers(&json, Artist.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: artist.albumCount = try json.optional()
        case 1: artist.aliases = try json.list()
        case 2: artist.artwork = try json.list()
        case 3: artist.biography = try json.optional()
        case 4: artist.biographyLang = try json.optional()
        case 5: artist.bornYear = try json.optional()
        case 6: artist.country = try json.optional()
        case 7: artist.diedYear = try json.optional()
        case 8: artist.disambiguation = try json.optional()
        case 9: artist.disbandedYear = try json.optional()
        case 10: artist.favorite = try json.optional()
        case 11: artist.followers = try json.optional()
        case 12: artist.formedYear = try json.optional()
        case 13: artist.genres = try json.list()
        case 14: artist.guessed = try json.optional()
        case 15: artist.id = try json.value()
        case 16: artist.ids = try json.list()
        case 17: try json.expect(Artist.kind)
        case 18: artist.links = try json.table()
        case 19: artist.name = try json.value()
        case 20: artist.names = try json.list()
        case 21: artist.owned = try json.optional()
        case 22: artist.sortName = try json.optional()
        case 23: artist.unavailable = try json.optional()
        default: artist.extra[members.name(json)] = try json.value()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(15 /* id */, 19 /* name */)
    self = artist.withOwnID
  }

  /// Writes the members, in the order of their names.
  public func writeMembers(_ json: inout JSONWriter) {
    json.add("albumCount", albumCount)
    json.add("aliases", aliases)
    json.add("artwork", artwork)
    json.add("biography", biography)
    json.add("biographyLang", biographyLang)
    json.add("bornYear", bornYear)
    json.add("country", country)
    json.add("diedYear", diedYear)
    json.add("disambiguation", disambiguation)
    json.add("disbandedYear", disbandedYear)
    json.add("favorite", favorite)
    json.add("followers", followers)
    json.add("formedYear", formedYear)
    json.add("genres", genres)
    json.add("guessed", guessed)
    json.add("id", id)
    json.add("ids", ids)
    json.add("kind", Artist.kind)
    json.add("links", links)
    json.add("name", name)
    json.add("names", names)
    json.add("owned", owned)
    json.add("sortName", sortName)
    json.add("unavailable", unavailable)
  }
}
