/// `/search` of Apple's store.
///
/// Like the original it is crude: every word must begin some word of the record, exact names come
/// first, and names that contain the words (tribute acts) come after.
struct ITunesSearch: Sendable {
  private let catalog: SampleCatalog
  private let request: Request

  init(_ catalog: SampleCatalog, _ request: Request) {
    self.catalog = catalog
    self.request = request
  }

  func response() -> Response {
    do throws(ITunesRefusal) {
      let query = try ITunesQuery(request)
      let attribute = query.parameters["attribute"] ?? ""
      guard attribute.isEmpty || Self.attributes.contains(attribute) else {
        throw ITunesRefusal(key: "attributeType")
      }
      let term = SearchText(query.parameters["term"] ?? "")
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

  private func found(_ term: SearchText, _ query: ITunesQuery, _ attribute: String) -> [JSON] {
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
  private func mixed(_ songs: [JSON], _ others: [JSON]) -> [JSON] {
    var rest = others[...]
    var result: [JSON] = []
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
