internal import JSON
public import MusicModel

/// The parameters by name, as they are read and written directly.
extension CallParameters: MemberVisitable {
  public static let blank: CallParameters? = CallParameters()

  public static func members(_ visit: inout some MemberVisitor<CallParameters>) {
    visit.optional("addedFrom", .date, { $0[$1].addedFrom }, { $0.addedFrom = $1 })
    visit.optional("addedTo", .date, { $0[$1].addedTo }, { $0.addedTo = $1 })
    visit.optional("album", .text, { $0[$1].album }, { $0.album = $1 })
    visit.optional("albumKind", .text, { $0[$1].albumKind }, { $0.albumKind = $1 })
    visit.optional("approvedHosts", .text, { $0[$1].approvedHosts }, { $0.approvedHosts = $1 })
    visit.optional("artist", .text, { $0[$1].artist }, { $0.artist = $1 })
    visit.optional("cache", .text, { $0[$1].cache }, { $0.cache = $1 })
    visit.optional("chart", .text, { $0[$1].chart }, { $0.chart = $1 })
    visit.optional("country", .country, { $0[$1].country }, { $0.country = $1 })
    visit.optional("detail", .text, { $0[$1].detail }, { $0.detail = $1 })
    visit.optional("editions", .flag, { $0[$1].editions }, { $0.editions = $1 })
    visit.optional("entityKind", .text, { $0[$1].entityKind }, { $0.entityKind = $1 })
    visit.optional("exact", .flag, { $0[$1].exact }, { $0.exact = $1 })
    visit.optional("explicit", .flag, { $0[$1].explicit }, { $0.explicit = $1 })
    visit.optional("format", .text, { $0[$1].format }, { $0.format = $1 })
    visit.optional("from", .date, { $0[$1].from }, { $0.from = $1 })
    visit.optional("genre", .text, { $0[$1].genre }, { $0.genre = $1 })
    visit.optional("grant", .text, { $0[$1].grant }, { $0.grant = $1 })
    visit.optional("id", .id, { $0[$1].id }, { $0.id = $1 })
    visit.optional("ids", .id, { $0[$1].ids }, { $0.ids = $1 })
    visit.optional("key", .text, { $0[$1].key }, { $0.key = $1 })
    visit.optional("keys", .text, { $0[$1].keys }, { $0.keys = $1 })
    visit.optional("lang", .text, { $0[$1].lang }, { $0.lang = $1 })
    visit.optional("limit", .count, { $0[$1].limit }, { $0.limit = $1 })
    visit.optional("lookup", .flag, { $0[$1].lookup }, { $0.lookup = $1 })
    visit.optional("note", .text, { $0[$1].note }, { $0.note = $1 })
    visit.optional("offset", .count, { $0[$1].offset }, { $0.offset = $1 })
    visit.optional("other", .id, { $0[$1].other }, { $0.other = $1 })
    visit.optional("path", .text, { $0[$1].path }, { $0.path = $1 })
    visit.optional("policy", .text, { $0[$1].policy }, { $0.policy = $1 })
    visit.optional("position", .text, { $0[$1].position }, { $0.position = $1 })
    visit.optional("providers", .text, { $0[$1].providers }, { $0.providers = $1 })
    visit.optional("rows", .text, { $0[$1].rows }, { $0.rows = $1 })
    visit.optional("size", .count, { $0[$1].size }, { $0.size = $1 })
    visit.optional("sort", .text, { $0[$1].sort }, { $0.sort = $1 })
    visit.optional("stream", .flag, { $0[$1].stream }, { $0.stream = $1 })
    visit.optional("target", .text, { $0[$1].target }, { $0.target = $1 })
    visit.optional("text", .text, { $0[$1].text }, { $0.text = $1 })
    visit.optional("title", .text, { $0[$1].title }, { $0.title = $1 })
    visit.optional("to", .date, { $0[$1].to }, { $0.to = $1 })
    visit.optional("url", .text, { $0[$1].url }, { $0.url = $1 })
    visit.optional("waitMs", .count, { $0[$1].waitMs }, { $0.waitMs = $1 })
  }
}

extension CallParameters.Chart: TextValue {}
extension CallParameters.Sort: TextValue {}
extension CallParameters.FavoritePosition: TextValue {}
extension CallParameters.FavoriteFormat: TextValue {}
extension CallParameters.CacheMode: TextValue {}
extension CallParameters.Detail: TextValue {}
