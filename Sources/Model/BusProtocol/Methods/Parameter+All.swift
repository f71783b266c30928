import MusicModel

extension Parameter {
  static let text = Parameter("text", \.text) { (text: String) in
    text.utf8.count > 1000 || text.allSatisfy(\.isWhitespace)
      ? "\"text\" must have 1 to 1000 bytes that are not all blank." : nil
  }
  static let exact = Parameter("exact", \.exact)
  static let lookup = Parameter("lookup", \.lookup)
  static let id = Parameter("id", \.id)
  static let ids = Parameter("ids", \.ids)
  static let other = Parameter("other", \.other)
  static let key = key("key", \.key)
  static let keys = Parameter("keys", \.keys) { (keys: [String]) in
    if let problem = keys.lazy.compactMap({ notAKey($0, "keys") }).first { return problem }
    guard !(1...CallParameters.maxKeys).contains(keys.count) else { return nil }
    return "\"keys\" must be 1 to \(CallParameters.maxKeys) keys, not \(keys.count)."
  }
  static let artist = Parameter("artist", \.artist)
  static let album = Parameter("album", \.album)
  static let durationMs = number("durationMs", \.durationMs, 1...864_000_000)
  static let chart = Parameter("chart", \.chart)
  static let path = Parameter("path", \.path) { (path: String) in
    path.hasPrefix("/") && path.utf8.count <= 4096
      ? nil : "\"path\" must be absolute, and at most 4096 bytes long."
  }
  static let approvedHosts = Parameter("approvedHosts", \.approvedHosts) { (hosts: [String]) in
    guard (1...maxApprovedHosts).contains(hosts.count) else {
      return "\"approvedHosts\" must be 1 to \(maxApprovedHosts) hosts."
    }
    return hosts.lazy.filter { !isHostName($0) }.first.map {
      "\"approvedHosts\" must be host names in lower case, such as api.example.org, not \"\($0)\"."
    }
  }
  private static let maxApprovedHosts = 50
  static let instance = Parameter("instance", \.instance)

  private static func isHostName(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
      }
  }
  static let url = Parameter("url", \.url)
  static let size = number("size", \.size, 1...10_000)
  static let firstByte = number("firstByte", \.firstByte, 0...WireForm.maxInteger)
  static let maxBytes = number("maxBytes", \.maxBytes, 1...WireLimits.standard.attachmentBytes)

  static let country = Parameter("country", \.country) { (country: String) in
    country.utf8.count == 2 && country.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      ? nil : "\"country\" must be two lower-case letters."
  }
  static let lang = Parameter("lang", \.lang)
  static let explicit = Parameter("explicit", \.explicit)

  static let limit = number("limit", \.limit, 1...200)
  static let offset = number("offset", \.offset, 0...1_000_000)
  static let cursor = Parameter("cursor", \.cursor) { (cursor: String) in
    (1...ListPosition.maxCursorBytes).contains(cursor.utf8.count)
      ? nil : "\"cursor\" must have 1 to \(ListPosition.maxCursorBytes) bytes."
  }
  static let listSort = sort(CallParameters.Sort.ofLists)
  static let favoriteSort = sort(CallParameters.Sort.ofFavorites)
  static let title = Parameter("title", \.title)
  static let from = Parameter("from", \.from) { (parameters: CallParameters) in
    guard let from = parameters.from, let to = parameters.to, to.latest < from.earliest else {
      return nil
    }
    return "\"from\" (\(from)) is after \"to\" (\(to))."
  }
  static let to = Parameter("to", \.to)
  static let genre = Parameter("genre", \.genre)
  static let albumKind = Parameter("albumKind", \.albumKind)
  static let owned = Parameter("owned", \.owned)
  static let artistsOf = Parameter("artistsOf", \.artistsOf)
  static let editions = Parameter("editions", \.editions)
  static let detail = Parameter("detail", \.detail)

  static let entityKind = Parameter(
    "entityKind",
    \.entityKind,
    form: .words(EntityKind.allCases.filter { $0 != .chart }.map(\.rawValue))
  ) { parameters in
    parameters.entityKind == .chart ? "\"entityKind\" must be artist, album or song." : nil
  }
  static let entityKinds = Parameter("entityKinds", \.entityKinds) { (kinds: [EntityKind]) in
    kinds.isEmpty || kinds.contains(.chart) || Set(kinds).count < kinds.count
      ? "\"entityKinds\" must list artist, album or song." : nil
  }
  static let addedFrom = Parameter("addedFrom", \.addedFrom) { (parameters: CallParameters) in
    guard let from = parameters.addedFrom, let to = parameters.addedTo, to.latest < from.earliest
    else { return nil }
    return "\"addedFrom\" (\(from)) is after \"addedTo\" (\(to))."
  }
  static let addedTo = Parameter("addedTo", \.addedTo)
  /// The new position of a favourite; `before` and `after` need `target`.
  static let position = Parameter("position", \.position) { (parameters: CallParameters) in
    guard parameters.position == .before || parameters.position == .after, parameters.target == nil
    else { return nil }
    return "\"position\" \(parameters.position?.rawValue ?? "") needs the parameter \"target\"."
  }
  static let target = key("target", \.target)
  static let index = number("index", \.index, 1...1_000_000)
  static let note = Parameter("note", \.note) { (note: String) in
    let bytes = note.utf8.count
    guard bytes > CallParameters.maxNoteBytes else { return nil }
    return "\"note\" has \(bytes) bytes, over \(CallParameters.maxNoteBytes)."
  }
  static let format = Parameter("format", \.format)
  static let rows = Parameter("rows", \.rows) { (rows: [EncodedJSON]) in
    guard (1...CallParameters.maxRows).contains(rows.count) else {
      return "\"rows\" must be 1 to \(CallParameters.maxRows) objects, not \(rows.count)."
    }
    return rows.allSatisfy(\.isObject) ? nil : "\"rows\" must be a list of objects."
  }
  static let batch = Parameter("batch", \.batch) { (batch: String) in notAWord(batch, "batch") }
  static let change = Parameter("change", \.change) { (id: String) in notAWord(id, "change") }

  private static func notAWord(_ text: String, _ name: String) -> String? {
    let isWord = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
    }
    return isWord && (1...64).contains(text.utf8.count)
      ? nil : "\"\(name)\" must be 1 to 64 letters, digits and hyphens."
  }
  static let file = Parameter("file", \.file) { (file: EncodedJSON) in
    guard let info = try? JSONCodec.decode(ImportedFileInfo.self, from: file.bytes) else {
      return "\"file\" must have \"name\", \"format\" and \"rows\"."
    }
    return info.problem
  }
  static let row = number("row", \.row, 1...ImportLimits.maxRows)
  static let rowState = Parameter("rowState", \.rowState)

  static let providers = Parameter("providers", \.providers) { (providers: [ProviderID]) in
    providers.isEmpty ? "\"providers\" must name at least one." : nil
  }
  static let waitMs = number("waitMs", \.waitMs, 0...Header.timeoutMsAllowed.upperBound)
  static let stream = Parameter("stream", \.stream)
  static let cache = Parameter("cache", \.cache)
  static let grant = Parameter("grant", \.grant) { (grant: [String: Int]) in
    grant.values.contains { $0 < 0 } ? "\"grant\" must not be negative." : nil
  }
}
