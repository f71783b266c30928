extension ITunesRecords {
  /// A film, audiobook or music video: each lacks other keys than a song does.
  func other(_ other: OtherMedium, in catalog: SampleCatalog) -> JSON {
    switch other.kind {
    case .film: film(other)
    case .audiobook: audiobook(other)
    case .musicVideo: musicVideo(other, in: catalog)
    }
  }

  /// No `artistId`: a director is not an artist of the store.
  private func film(_ film: OtherMedium) -> JSON {
    let page = "https://itunes.apple.com/\(store.code)/movie/\(slug(film))/id\(film.id)?uo=4"
    var members: [JSON.Member] = [
      .init("wrapperType", "track"),
      .init("kind", .string(film.kind.rawValue)),
      .init("trackId", .int(film.id)),
      .init("artistName", .string(film.artist)),
      .init("trackName", .string(film.title)),
      .init("trackCensoredName", .string(film.title)),
      .init("trackViewUrl", .string(page)),
      .init("previewUrl", .string("\(base)/preview/Video82/v4/\(film.id).m4v")),
    ]
    members += pictures(film, "Video123", [30, 60, 100])
    members += [
      .init("collectionPrice", .number("14.99")),
      .init("trackPrice", .number("14.99")),
      .init("trackHdPrice", .number("14.99")),
      .init("releaseDate", .string(film.date.storeTimestamp)),
      .init("collectionExplicitness", "notExplicit"),
      .init("trackExplicitness", "notExplicit"),
      .init("trackTimeMillis", .int(film.seconds * 1000)),
      .init("country", .string(store.iso3)),
      .init("currency", .string(store.currency)),
      .init("primaryGenreName", .string(film.genre)),
      .init("contentAdvisoryRating", "PG-13"),
      .init("longDescription", .string(film.description)),
    ]
    return .object(members)
  }

  private func audiobook(_ book: OtherMedium) -> JSON {
    let page = "https://books.apple.com/\(store.code)/audiobook/\(slug(book))/id\(book.id)?uo=4"
    var members: [JSON.Member] = [
      .init("wrapperType", "audiobook"),
      .init("artistId", .int(book.id - 1)),
      .init("collectionId", .int(book.id)),
      .init("artistName", .string(book.artist)),
      .init("collectionName", .string(book.title)),
      .init("collectionCensoredName", .string(book.title)),
      .init("collectionViewUrl", .string(page)),
    ]
    members += pictures(book, "Music124", [60, 100])
    members += [
      .init("collectionPrice", .number("14.99")),
      .init("collectionExplicitness", "notExplicit"),
      .init("trackCount", 1),
      .init("copyright", .string("℗ \(book.date.year) \(book.artist)")),
      .init("country", .string(store.iso3)),
      .init("currency", .string(store.currency)),
      .init("releaseDate", .string(book.date.storeTimestamp)),
      .init("primaryGenreName", .string(book.genre)),
      .init("previewUrl", .string("\(base)/preview/AudioPreview126/v4/\(book.id).m4a")),
      .init("description", .string(book.description)),
    ]
    return .object(members)
  }

  /// No `isStreamable`, and an album only if one contains the video.
  private func musicVideo(_ video: OtherMedium, in catalog: SampleCatalog) -> JSON {
    let artist = catalog.storeArtists.first { $0.name == video.artist }
    let album = catalog.storeAlbums.first {
      $0.name == video.album && $0.artist.name == video.artist
    }
    let page = "https://music.apple.com/\(store.code)/music-video/\(slug(video))/\(video.id)?uo=4"
    var members: [JSON.Member] = [
      .init("wrapperType", "track"),
      .init("kind", .string(video.kind.rawValue)),
    ]
    if let artist { members.append(.init("artistId", .int(artist.id))) }
    if let album { members.append(.init("collectionId", .int(album.id))) }
    members += [
      .init("trackId", .int(video.id)),
      .init("artistName", .string(video.artist)),
    ]
    if let album { members.append(.init("collectionName", .string(album.name))) }
    members += [
      .init("trackName", .string(video.title)),
      .init("trackCensoredName", .string(video.title)),
      .init("trackViewUrl", .string(page)),
      .init("previewUrl", .string("\(base)/preview/Video115/v4/\(video.id).m4v")),
    ]
    members += pictures(video, "Video221", [30, 60, 100])
    members += [
      .init("trackPrice", .number("1.99")),
      .init("releaseDate", .string(video.date.storeTimestamp)),
      .init("collectionExplicitness", "notExplicit"),
      .init("trackExplicitness", "notExplicit"),
      .init("trackTimeMillis", .int(video.seconds * 1000)),
      .init("country", .string(store.iso3)),
      .init("currency", .string(store.currency)),
      .init("primaryGenreName", .string(video.genre)),
    ]
    return .object(members)
  }

  private func pictures(_ other: OtherMedium, _ category: String, _ sizes: [Int]) -> [JSON.Member] {
    sizes.map { size in
      let file = "\(size)x\(size)bb.jpg"
      let url = links.artwork(category, key: "other/\(other.id)", source: "source", file)
      return .init("artworkUrl\(size)", .string(url))
    }
  }

  private func slug(_ other: OtherMedium) -> String { StoreLinks.slug(other.title) }
}
