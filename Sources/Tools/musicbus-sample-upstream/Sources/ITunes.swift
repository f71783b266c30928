import HTTPServer
import JSON

/// `/search` of Apple's store.
///
/// Like the original it is crude: every word must begin some word of the record, exact names come
/// first, and names that contain the words (tribute acts) come after.
struct ITunesSearch: Sendable {
  private let catalog: SampleCatalog
  private let request: HTTPRequest

  init(_ catalog: SampleCatalog, _ request: HTTPRequest) {
    self.catalog = catalog
    self.request = request
  }

  func response() -> HTTPResponse {
    do throws(ITunesRefusal) {
      let query = try ITunesQuery(request)
      let attribute = query["attribute"] ?? ""
      guard attribute.isEmpty || Self.attributes.contains(attribute) else {
        throw ITunesRefusal(key: "attributeType")
      }
      let term = SearchText(query["term"] ?? "")
      let found = found(term, query, attribute)
      return ITunesResponse.response(Array(found.prefix(query.limit)))
    } catch {
      return error.response
    }
  }

  private static let attributes: Set<String> = [
    "artistTerm", "allArtistTerm", "albumTerm", "songTerm", "mixTerm", "composerTerm",
    "genreIndex", "ratingIndex", "releaseYearTerm", "titleTerm", "movieTerm", "keywordsTerm",
  ]

  private func found(_ term: SearchText, _ query: ITunesQuery, _ attribute: String) -> [JSONValue] {
    let records = ITunesRecords(base: request.base, store: query.store)
    switch query.entity {
    case .musicArtist, .allArtist: return artists(term).map(records.artist)
    case .album: return albums(term, query, attribute).map(records.album)
    case .song: return songs(term, query, attribute).map(records.song)
    case .musicTrack, .mix, .allTrack:
      let videos = others(term, [.musicVideo]).map { records.other($0, in: catalog) }
      return mixed(songs(term, query, attribute).map(records.song), videos)
    case .musicVideo: return others(term, [.musicVideo]).map { records.other($0, in: catalog) }
    case .movie: return others(term, [.film]).map { records.other($0, in: catalog) }
    case .audiobook: return others(term, [.audiobook]).map { records.other($0, in: catalog) }
    case nil:
      let all = others(term, [.film, .audiobook, .musicVideo])
      return mixed(
        songs(term, query, attribute).map(records.song),
        all.map { records.other($0, in: catalog) }
      )
    default: return []
    }
  }

  /// After every fourth song one of the others, as the store spreads them.
  private func mixed(_ songs: [JSONValue], _ others: [JSONValue]) -> [JSONValue] {
    var rest = others[...]
    var result: [JSONValue] = []
    for (index, song) in songs.enumerated() {
      result.append(song)
      if index % 4 == 3, let other = rest.popFirst() { result.append(other) }
    }
    return result + rest
  }

  private func artists(_ term: SearchText) -> [StoreArtist] {
    let found = catalog.storeArtists.filter { term.isFound(in: [$0.search] + $0.aliases) }
    return ranked(found) { artist in
      if artist.search.folded == term.folded { return 0 }
      return artist.aliases.contains { $0.folded == term.folded } ? 1 : 2
    }
  }

  private func albums(_ term: SearchText, _ query: ITunesQuery, _ attribute: String) -> [StoreAlbum]
  {
    let found = catalog.storeAlbums.filter { album in
      guard query.allowsExplicit || album.advisory != .explicit else { return false }
      let artist = [album.artist.search] + album.artist.aliases
      return switch attribute {
      case "albumTerm": term.isFound(in: [album.search])
      case "artistTerm", "allArtistTerm": term.isFound(in: artist)
      default: term.isFound(in: artist + [album.search])
      }
    }
    return ranked(found) { rank(term, $0.search, $0.artist.search) }
  }

  private func songs(_ term: SearchText, _ query: ITunesQuery, _ attribute: String) -> [StoreSong] {
    let found = catalog.storeSongs.filter { song in
      guard query.allowsExplicit || song.album.advisory != .explicit else { return false }
      let artist = [song.artist.search] + song.artist.aliases
      return switch attribute {
      case "songTerm": term.isFound(in: [song.search])
      case "albumTerm": term.isFound(in: [song.album.search])
      case "artistTerm", "allArtistTerm": term.isFound(in: artist)
      default: term.isFound(in: artist + [song.search, song.album.search])
      }
    }
    return ranked(found) { rank(term, $0.search, $0.artist.search) }
  }

  private func others(_ term: SearchText, _ kinds: Set<OtherMedium.Kind>) -> [OtherMedium] {
    catalog.otherMedia.filter { kinds.contains($0.kind) && term.isFound(in: $0.search) }
  }

  /// Title first, then artist, then what only begins so, then the rest.
  private func rank(_ term: SearchText, _ title: SearchText, _ artist: SearchText) -> Int {
    if title.folded == term.folded { return 0 }
    if artist.folded == term.folded { return 1 }
    return title.folded.hasPrefix(term.folded) ? 2 : 3
  }

  /// By rank, and in the catalogue's order of fame within a rank.
  private func ranked<Record>(_ records: [Record], by rank: (Record) -> Int) -> [Record] {
    records.enumerated()
      .map { (rank: rank($0.element), order: $0.offset, record: $0.element) }
      .sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
      .map(\.record)
  }
}

/// `/lookup` of Apple's store: records by number. With `entity`, each is followed by its children.
struct ITunesLookup: Sendable {
  private let catalog: SampleCatalog
  private let request: HTTPRequest

  init(_ catalog: SampleCatalog, _ request: HTTPRequest) {
    self.catalog = catalog
    self.request = request
  }

  func response() -> HTTPResponse {
    do throws(ITunesRefusal) {
      let query = try ITunesQuery(request)
      return ITunesResponse.response(parents(query).flatMap { family(of: $0, query) })
    } catch {
      return error.response
    }
  }

  private enum Parent {
    case artist(StoreArtist)
    case album(StoreAlbum)
    case song(StoreSong)
    case other(OtherMedium)
  }

  /// The records in the requested order; unknown numbers are ignored.
  private func parents(_ query: ITunesQuery) -> [Parent] {
    if let ids = query["id"] { return numbers(ids).compactMap(parent) }
    if let ids = query["amgArtistId"] {
      return numbers(ids).compactMap { id in
        catalog.storeArtists.first { $0.amg == id }.map(Parent.artist)
      }
    }
    if let codes = query["upc"] {
      return codes.split(separator: ",").flatMap { code in
        catalog.storeAlbums.filter { $0.upc == code }.map(Parent.album)
      }
    }
    return []
  }

  private func numbers(_ list: String) -> [Int] {
    list.split(separator: ",").compactMap { Int($0) }
  }

  private func parent(_ id: Int) -> Parent? {
    if let artist = catalog.storeArtist(id) { return .artist(artist) }
    if let album = catalog.storeAlbum(id) { return .album(album) }
    if let song = catalog.storeSong(id) { return .song(song) }
    return catalog.otherMedia.first { $0.id == id }.map(Parent.other)
  }

  /// The parent and up to `limit` children.
  private func family(of parent: Parent, _ query: ITunesQuery) -> [JSONValue] {
    let records = ITunesRecords(base: request.base, store: query.store)
    switch parent {
    case .artist(let artist):
      return [records.artist(artist)] + children(of: artist, query, records)
    case .album(let album):
      guard query.entity == .song || query.entity == .musicTrack else {
        return [records.album(album)]
      }
      let videos = catalog.otherMedia.filter {
        $0.album == album.name && $0.artist == album.artist.name
      }
      let children =
        catalog.storeSongs(on: album).map(records.song)
        + videos.map { records.other($0, in: catalog) }
      return [records.album(album)] + children.prefix(query.limit)
    case .song(let song): return [records.song(song)]
    case .other(let other): return [records.other(other, in: catalog)]
    }
  }

  private func children(
    of artist: StoreArtist,
    _ query: ITunesQuery,
    _ records: ITunesRecords
  ) -> [JSONValue] {
    switch query.entity {
    case .album:
      var albums = catalog.storeAlbums(of: artist)
      if query["sort"] == "recent" {
        albums.sort { $0.album.storeDate.firstDay > $1.album.storeDate.firstDay }
      }
      return albums.prefix(query.limit).map(records.album)
    case .song, .musicTrack:
      return catalog.storeSongs(by: artist).prefix(query.limit).map(records.song)
    case .musicVideo:
      let videos = catalog.otherMedia.filter {
        $0.kind == .musicVideo && $0.artist == artist.name
      }
      return videos.prefix(query.limit).map { records.other($0, in: catalog) }
    default: return []
    }
  }
}

/// The common parameters of search and lookup in Apple's store, and their rejection.
struct ITunesQuery: Sendable {
  private let request: HTTPRequest
  let store: Storefront
  let limit: Int
  let entity: ITunesEntity?
  let allowsExplicit: Bool

  /// Fails with the name that the store's error gives to the bad parameter.
  init(_ request: HTTPRequest) throws(ITunesRefusal) {
    self.request = request
    let country = request[query: "country"] ?? "us"
    guard let store = Storefront.named(country.isEmpty ? "us" : country) else {
      throw ITunesRefusal(key: "country")
    }
    self.store = store
    let limit = request[query: "limit"] ?? "50"
    guard let count = Int(limit.isEmpty ? "50" : limit) else { throw ITunesRefusal(key: "limit") }
    self.limit = count < 1 ? 50 : min(count, 200)
    let media = request[query: "media"] ?? "all"
    guard ITunesEntity.media.contains(media) else { throw ITunesRefusal(key: "mediaType") }
    if let name = request[query: "entity"], !name.isEmpty {
      guard let entity = ITunesEntity(rawValue: name), entity.belongs(to: media) else {
        throw ITunesRefusal(key: "resultEntity")
      }
      self.entity = entity
    } else {
      // Music without an entity means songs and their videos; all media stay mixed.
      entity = media == "all" ? nil : ITunesEntity.usual(of: media)
    }
    allowsExplicit = request[query: "explicit"]?.lowercased() != "no"
  }

  subscript(_ name: String) -> String? { request[query: name] }
}

/// The store's response to an invalid parameter.
struct ITunesRefusal: Error, Hashable {
  let key: String

  var response: HTTPResponse {
    let body: JSONValue = [
      "errorMessage": .string("Invalid value(s) for key(s): [\(key)]"),
      "queryParameters": [
        "output": "json",
        "callback": "A javascript function to handle your search results",
        "country": "ISO-2A country code",
        "limit": "The number of search results to return",
        "term": "A search string",
        "lang": "ISO-2A language code",
      ],
    ]
    return ITunesResponse.response(400, body.bytes)
  }
}

/// The frame of every response of the store.
enum ITunesResponse {
  static func response(_ status: Int, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status, type: "text/javascript; charset=utf-8", bytes).adding([
      "Content-Disposition": "attachment; filename=1.txt", "Cache-Control": "max-age=86400",
    ])
  }

  /// The store opens and closes with blank lines, and gives each result a line.
  static func response(_ results: [JSONValue]) -> HTTPResponse {
    let lines = results.map { String(decoding: $0.bytes, as: UTF8.self) }
    let list = results.isEmpty ? "" : "\n" + lines.joined(separator: ", \n")
    let text = "\n\n\n{\n \"resultCount\":\(results.count),\n \"results\": [\(list)]\n}\n\n\n"
    return response(200, Array(text.utf8))
  }
}

/// The values of `entity` in a search of the store.
enum ITunesEntity: String, Sendable, CaseIterable {
  case musicArtist, musicTrack, album, musicVideo, mix, song
  case movieArtist, movie, podcast, podcastAuthor, podcastEpisode
  case audiobook, audiobookAuthor, shortFilm, shortFilmArtist, tvEpisode, tvSeason
  case software, iPadSoftware, macSoftware, ebook
  case allArtist, allTrack

  static let media: Set<String> = [
    "all", "music", "musicVideo", "movie", "podcast", "audiobook", "shortFilm", "tvShow",
    "software", "ebook",
  ]

  /// Whether the store takes this entity with that medium.
  func belongs(to media: String) -> Bool {
    media == "all" || Self.entities[media]?.contains(self) == true
  }

  /// The default entity for a medium.
  static func usual(of media: String) -> ITunesEntity? {
    media == "music" ? .musicTrack : entities[media]?.last
  }

  /// The usual one last.
  private static let entities: [String: [ITunesEntity]] = [
    "music": [.musicArtist, .album, .musicVideo, .mix, .song, .musicTrack],
    "musicVideo": [.musicArtist, .musicVideo],
    "movie": [.movieArtist, .movie],
    "podcast": [.podcastAuthor, .podcastEpisode, .podcast],
    "audiobook": [.audiobookAuthor, .audiobook],
    "shortFilm": [.shortFilmArtist, .shortFilm],
    "tvShow": [.tvSeason, .tvEpisode],
    "software": [.iPadSoftware, .macSoftware, .software],
    "ebook": [.ebook],
  ]
}
