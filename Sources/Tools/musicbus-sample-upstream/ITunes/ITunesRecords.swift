/// The store's records in its format: key names, their order, and which are absent.
struct ITunesRecords: Sendable {
  let base: String
  let store: Storefront

  func artist(_ artist: StoreArtist) -> JSON {
    var members: [JSON.Member] = [
      .init("wrapperType", "artist"),
      .init("artistType", "Artist"),
      .init("artistName", .string(artist.name)),
      .init("artistLinkUrl", .string(links.artist(artist) + "?uo=4")),
      .init("artistId", .int(artist.id)),
    ]
    if let amg = artist.amg { members.append(.init("amgArtistId", .int(amg))) }
    // The store gives no genre to artists of whom it has nothing but single songs.
    if artist.amg != nil || artist.id % 3 != 0 {
      members.append(.init("primaryGenreName", .string(artist.genre.name)))
      members.append(.init("primaryGenreId", .int(artist.genre.id)))
    }
    return .object(members)
  }

  func album(_ album: StoreAlbum) -> JSON {
    var members: [JSON.Member] = [
      .init("wrapperType", "collection"),
      .init("collectionType", "Album"),
      .init("artistId", .int(album.artist.id)),
      .init("collectionId", .int(album.id)),
    ]
    if let amg = album.artist.amg { members.append(.init("amgArtistId", .int(amg))) }
    members += [
      .init("artistName", .string(album.artist.name)),
      .init("collectionName", .string(album.name)),
      .init("collectionCensoredName", .string(album.name)),
    ]
    if !album.artist.isVariousArtists {
      members.append(.init("artistViewUrl", .string(links.artist(album.artist) + "?uo=4")))
    }
    members.append(.init("collectionViewUrl", .string(links.album(album) + "?uo=4")))
    members += artwork(album, [60, 100])
    members += price(of: album)
    members += [
      .init("collectionExplicitness", .string(album.advisory.rawValue)),
      .init("trackCount", .int(album.album.tracks.count)),
      .init("copyright", .string(copyright(album))),
      .init("country", .string(store.iso3)),
      .init("currency", .string(store.currency)),
      .init("releaseDate", .string(album.album.storeDate.storeTimestamp)),
      .init("primaryGenreName", .string(album.genre.name)),
    ]
    if album.advisory != .notExplicit {
      let rating = album.advisory == .explicit ? "Explicit" : "Clean"
      members.append(.init("contentAdvisoryRating", .string(rating)))
    }
    return .object(members)
  }

  func song(_ song: StoreSong) -> JSON {
    let album = song.album
    var members: [JSON.Member] = [
      .init("wrapperType", "track"),
      .init("kind", "song"),
      .init("artistId", .int(song.artist.id)),
      .init("collectionId", .int(album.id)),
      .init("trackId", .int(song.id)),
      .init("artistName", .string(song.artist.name)),
      .init("collectionName", .string(album.name)),
      .init("trackName", .string(song.track.title)),
      .init("collectionCensoredName", .string(album.name)),
      .init("trackCensoredName", .string(song.track.title)),
    ]
    if album.artist.id != song.artist.id {
      // The store has the number of Various Artists in some records only.
      if album.id % 3 != 0 {
        members.append(.init("collectionArtistId", .int(album.artist.id)))
      }
      members.append(.init("collectionArtistName", .string(album.artist.name)))
    }
    members += [
      .init("artistViewUrl", .string(links.artist(song.artist) + "?uo=4")),
      .init("collectionViewUrl", .string(links.song(song) + "&uo=4")),
      .init("trackViewUrl", .string(links.song(song) + "&uo=4")),
      .init("previewUrl", .string(links.preview(song))),
    ]
    members += artwork(album, [30, 60, 100])
    members += price(of: album)
    members += trackPrice(of: album)
    members += [
      .init("releaseDate", .string(album.album.storeDate.firstDay + "T12:00:00Z")),
      .init("collectionExplicitness", .string(album.advisory.rawValue)),
      .init("trackExplicitness", .string(explicitness(of: song))),
      .init("discCount", .int(album.album.secondDisc == nil ? 1 : 2)),
      .init("discNumber", .int(song.disc)),
      .init("trackCount", .int(song.countOnDisc)),
      .init("trackNumber", .int(song.numberOnDisc)),
      .init("trackTimeMillis", .int(song.track.milliseconds)),
      .init("country", .string(store.iso3)),
      .init("currency", .string(store.currency)),
      .init("primaryGenreName", .string(album.genre.name)),
    ]
    let words = explicitness(of: song)
    if words != Advisory.notExplicit.rawValue {
      let rating = words == Advisory.explicit.rawValue ? "Explicit" : "Clean"
      members.append(.init("contentAdvisoryRating", .string(rating)))
    }
    members.append(.init("isStreamable", .bool(true)))
    return .object(members)
  }

  var links: StoreLinks { StoreLinks(base: base, store: store) }

  func artwork(_ album: StoreAlbum, _ sizes: [Int]) -> [JSON.Member] {
    sizes.map { .init("artworkUrl\($0)", .string(links.artwork(album, "\($0)x\($0)bb.jpg"))) }
  }

  /// Not every song of an album with bad words has some.
  private func explicitness(of song: StoreSong) -> String {
    let clean = song.album.advisory != .notExplicit && song.id % 4 == 0
    return clean ? Advisory.notExplicit.rawValue : song.album.advisory.rawValue
  }

  private func copyright(_ album: StoreAlbum) -> String {
    let owner = album.artist.isVariousArtists ? "Sample Compilations" : album.artist.name
    return "℗ \(album.album.storeDate.year) \(owner)"
  }

  private func price(of album: StoreAlbum) -> [JSON.Member] {
    switch album.album.price {
    case .usual:
      [.init("collectionPrice", .number(Price.text(Price.cents(of: album), store)))]
    case .songsOnly: [.init("collectionPrice", .number("-1.00"))]
    case .streamingOnly: []
    }
  }

  private func trackPrice(of album: StoreAlbum) -> [JSON.Member] {
    switch album.album.price {
    case .usual where album.album.kind == .soundtrack && album.id % 2 == 0:
      [.init("trackPrice", .number("-1.00"))]
    case .usual, .songsOnly: [.init("trackPrice", .number(Price.text(129, store)))]
    case .streamingOnly: []
    }
  }
}
