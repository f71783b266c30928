// Written by Protocol/generate from CallParameters.swift; change the members there.
public import JSON

extension CallParameters: JSONConvertible {
  private static let names = JSONNames(
    "addedFrom",
    "addedTo",
    "album",
    "albumKind",
    "approvedHosts",
    "artist",
    "artistsOf",
    "batch",
    "cache",
    "change",
    "chart",
    "country",
    "cursor",
    "detail",
    "durationMs",
    "editions",
    "entityKind",
    "entityKinds",
    "exact",
    "explicit",
    "file",
    "firstByte",
    "format",
    "from",
    "genre",
    "grant",
    "id",
    "ids",
    "index",
    "instance",
    "key",
    "keys",
    "lang",
    "limit",
    "lookup",
    "maxBytes",
    "note",
    "offset",
    "other",
    "owned",
    "path",
    "position",
    "providers",
    "row",
    "rowState",
    "rows",
    "size",
    "sort",
    "stream",
    "target",
    "text",
    "title",
    "to",
    "url",
    "waitMs"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    var callParameters = CallParameters()
    var members = try JSONMembers(&json, CallParameters.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: callParameters.addedFrom = try json.optional()
        case 1: callParameters.addedTo = try json.optional()
        case 2: callParameters.album = try json.optional()
        case 3: callParameters.albumKind = try json.optional()
        case 4: callParameters.approvedHosts = try json.optional()
        case 5: callParameters.artist = try json.optional()
        case 6: callParameters.artistsOf = try json.decoded()
        case 7: callParameters.batch = try json.optional()
        case 8: callParameters.cache = try json.decoded()
        case 9: callParameters.change = try json.optional()
        case 10: callParameters.chart = try json.decoded()
        case 11: callParameters.country = try json.optional()
        case 12: callParameters.cursor = try json.optional()
        case 13: callParameters.detail = try json.decoded()
        case 14: callParameters.durationMs = try json.optional()
        case 15: callParameters.editions = try json.optional()
        case 16: callParameters.entityKind = try json.optional()
        case 17: callParameters.entityKinds = try json.optional()
        case 18: callParameters.exact = try json.optional()
        case 19: callParameters.explicit = try json.optional()
        case 20: callParameters.file = try json.optional()
        case 21: callParameters.firstByte = try json.optional()
        case 22: callParameters.format = try json.decoded()
        case 23: callParameters.from = try json.optional()
        case 24: callParameters.genre = try json.optional()
        case 25: callParameters.grant = try json.optional()
        case 26: callParameters.id = try json.optional()
        case 27: callParameters.ids = try json.optional()
        case 28: callParameters.index = try json.optional()
        case 29: callParameters.instance = try json.optional()
        case 30: callParameters.key = try json.optional()
        case 31: callParameters.keys = try json.optional()
        case 32: callParameters.lang = try json.optional()
        case 33: callParameters.limit = try json.optional()
        case 34: callParameters.lookup = try json.optional()
        case 35: callParameters.maxBytes = try json.optional()
        case 36: callParameters.note = try json.optional()
        case 37: callParameters.offset = try json.optional()
        case 38: callParameters.other = try json.optional()
        case 39: callParameters.owned = try json.optional()
        case 40: callParameters.path = try json.optional()
        case 41: callParameters.position = try json.decoded()
        case 42: callParameters.providers = try json.optional()
        case 43: callParameters.row = try json.optional()
        case 44: callParameters.rowState = try json.decoded()
        case 45: callParameters.rows = try json.optional()
        case 46: callParameters.size = try json.optional()
        case 47: callParameters.sort = try json.decoded()
        case 48: callParameters.stream = try json.optional()
        case 49: callParameters.target = try json.optional()
        case 50: callParameters.text = try json.optional()
        case 51: callParameters.title = try json.optional()
        case 52: callParameters.to = try json.optional()
        case 53: callParameters.url = try json.optional()
        case 54: callParameters.waitMs = try json.optional()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    self = callParameters
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("addedFrom", addedFrom)
    json.add("addedTo", addedTo)
    json.add("album", album)
    json.add("albumKind", albumKind)
    json.add("approvedHosts", approvedHosts)
    json.add("artist", artist)
    json.add("artistsOf", encoded: artistsOf)
    json.add("batch", batch)
    json.add("cache", encoded: cache)
    json.add("change", change)
    json.add("chart", encoded: chart)
    json.add("country", country)
    json.add("cursor", cursor)
    json.add("detail", encoded: detail)
    json.add("durationMs", durationMs)
    json.add("editions", editions)
    json.add("entityKind", entityKind)
    json.add("entityKinds", entityKinds)
    json.add("exact", exact)
    json.add("explicit", explicit)
    json.add("file", file)
    json.add("firstByte", firstByte)
    json.add("format", encoded: format)
    json.add("from", from)
    json.add("genre", genre)
    json.add("grant", grant)
    json.add("id", id)
    json.add("ids", ids)
    json.add("index", index)
    json.add("instance", instance)
    json.add("key", key)
    json.add("keys", keys)
    json.add("lang", lang)
    json.add("limit", limit)
    json.add("lookup", lookup)
    json.add("maxBytes", maxBytes)
    json.add("note", note)
    json.add("offset", offset)
    json.add("other", other)
    json.add("owned", owned)
    json.add("path", path)
    json.add("position", encoded: position)
    json.add("providers", providers)
    json.add("row", row)
    json.add("rowState", encoded: rowState)
    json.add("rows", rows)
    json.add("size", size)
    json.add("sort", encoded: sort)
    json.add("stream", stream)
    json.add("target", target)
    json.add("text", text)
    json.add("title", title)
    json.add("to", to)
    json.add("url", url)
    json.add("waitMs", waitMs)
    json.close(.object)
  }
}
