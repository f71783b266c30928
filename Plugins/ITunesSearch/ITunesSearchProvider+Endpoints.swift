internal import ITunesSupport
internal import ProviderKit

extension ITunesSearchProvider {
  var endpoints: [Endpoint] {
    let (artist, album): (Sample, Sample) = ("itunes:artist:909253", "itunes:album:879273552")
    let song: Sample = "itunes:song:879273565"
    let week = 7 * 24
    return [
      .list(.artistsSearch, "Jack Johnson") {
        try await search($0, "musicArtist", Artist.init(store:))
      },
      .list(.albumsSearch, "In Between Dreams") {
        try await search($0, "album", Album.init(store:))
      },
      .list(.songsSearch, "Better Together") { try await search($0, "song", Song.init(store:)) },
      .list(.artistGet, isListed: true, artist) { try await lookup($0, Artist.init(store:)) },
      .list(.albumGet, isListed: true, album) { try await lookup($0, Album.init(store:)) },
      .list(.songGet, isListed: true, song) { try await lookup($0, Song.init(store:)) },
      .list(.artistAlbums, freshHours: week, artist) {
        try await lookup($0, children: "album", limit: $0.limit, Album.init(store:))
      },
      .list(.artistSongs, freshHours: week, artist) {
        try await lookup($0, children: "song", limit: maxLimit, Song.init(store:))
      },
      .list(.albumSongs, album) {
        try await lookup($0, children: "song", limit: maxLimit, Song.init(store:)).sorted {
          ($0.discNumber ?? 1, $0.trackNumber ?? 0) < ($1.discNumber ?? 1, $1.trackNumber ?? 0)
        }
      },
      .artwork(sized: { StoreArtwork($0).url(size: $1) }) { call -> [Artwork]? in
        switch call.kind {
        case .album: try await lookup(call, Album.init(store:)).first?.artwork
        case .song: try await lookup(call, Song.init(store:)).first?.artwork
        case .artist, .chart: nil
        }
      },
      // Their URLs do not expire.
      .preview(requests: 0) { try await lookup($0, Song.init(store:)).first?.previewURL },
    ]
  }

  /// The maximum of the API's `limit` parameter.
  private var maxLimit: Int { 200 }

  /// Searches artists by name; albums and songs in all fields, because users type "money pink floyd".
  private func search<Item>(
    _ call: Call,
    _ entity: String,
    _ item: Conversion<Item>
  ) async throws -> [Item] {
    let words = [call.text, call.parameters.artist, call.parameters.album].compactMap {
      $0?.trimmed
    }
    let isExact = call.parameters.exact == true
    let isNameOnly = isExact && words.count == 1
    let query: [(String, String?)] = [
      ("term", words.joined(separator: " ")),
      ("media", "music"),
      ("entity", entity),
      ("attribute", entity == "musicArtist" ? "artistTerm" : isNameOnly ? entity + "Term" : nil),
      ("country", country(call)),
      // An exact match of a short name may follow many longer ones.
      ("limit", String(isExact ? maxLimit : call.limit)),
      ("explicit", call.isCleanOnly ? "No" : nil),
      ("lang", language(call)),
    ]
    return call.convert(try await api.record(call, ["search"], query).list("results"), item)
  }

  /// Looks up an entity, or its children, by an id of the call; nothing if no id is supported.
  private func lookup<Item>(
    _ call: Call,
    children: String? = nil,
    limit: Int? = nil,
    _ item: Conversion<Item>
  ) async throws -> [Item] {
    let type = call.kind.rawValue
    let names = [
      "itunes": "id", "upc": "upc", "amg": type == "artist" ? "amgArtistId" : "amgAlbumId",
    ]
    let key = ["itunes", "upc", "amg"].lazy.compactMap { namespace in
      call.id(namespace, type).map { (names[namespace] ?? "id", $0) }
    }.first
    guard let key else { return [] }
    let query: [(String, String?)] = [
      key, ("entity", children), ("country", country(call)), ("limit", limit.map { String($0) }),
      ("lang", language(call)),
    ]
    var results = try await api.record(call, ["lookup"], query).list("results")
    guard let first = results.first else {
      throw Failure(.notFound, "\(api.upstream.name): not found.")
    }
    // The artist or album itself comes before its children.
    let parent = type == "artist" ? "artist" : "collection"
    if children != nil, JSONRecord(first)?.text("wrapperType") == parent { results.removeFirst() }
    return call.convert(results, item)
  }

  private func country(_ call: Call) -> String { (call.country ?? country).uppercased() }

  /// Returns the language in the API's format (`ja_jp`).
  ///
  /// If the call names no region, only the documented languages can be completed.
  private func language(_ call: Call) -> String? {
    guard let lang = call.parameters.lang?.lowercased() else { return nil }
    let parts = lang.split(separator: "-")
    if parts.count == 2, parts[0].count == 2, parts[1].count == 2 {
      return "\(parts[0])_\(parts[1])"
    }
    return ["ja": "ja_jp", "en": "en_us"][call.language ?? ""]
  }
}
