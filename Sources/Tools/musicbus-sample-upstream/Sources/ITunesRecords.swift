import JSON
import MusicModel

/// The store's records: their keys, and which are absent.
struct ITunesRecords: Sendable {
  let base: String
  let store: Storefront

  private var links: StoreLinks { StoreLinks(base: base, store: store) }

  func artist(_ artist: StoreArtist) -> JSONValue {
    // The store gives no genre to artists of whom it has nothing but single songs.
    let genre = artist.amg != nil || artist.id % 3 != 0 ? artist.genre : nil
    return record([
      "wrapperType": "artist", "artistType": "Artist", "artistName": artist.name,
      "artistLinkUrl": links.artist(artist) + "?uo=4", "artistId": artist.id,
      "amgArtistId": artist.amg, "primaryGenreName": genre?.name, "primaryGenreId": genre?.id,
    ])
  }

  func album(_ album: StoreAlbum) -> JSONValue {
    let (artist, date) = (album.artist, album.album.storeDate)
    let owner = artist.isVariousArtists ? "Sample Compilations" : artist.name
    return record([
      "wrapperType": "collection", "collectionType": "Album", "artistId": artist.id,
      "collectionId": album.id, "amgArtistId": artist.amg, "artistName": artist.name,
      "collectionName": album.name, "collectionCensoredName": album.name,
      "artistViewUrl": artist.isVariousArtists ? nil : links.artist(artist) + "?uo=4",
      "collectionViewUrl": links.album(album) + "?uo=4",
      "trackCount": album.album.tracks.count, "copyright": "℗ \(date.year) \(owner)",
      "releaseDate": date.storeTimestamp, "collectionPrice": price(of: album),
      "contentAdvisoryRating": rating(album.advisory),
    ]).adding(shop(album.genre.name, album.advisory)).adding(artwork(album, [60, 100]))
  }

  func song(_ song: StoreSong) -> JSONValue {
    let album = song.album
    let advisory = advisory(of: song)
    let other = album.artist.id != song.artist.id ? album.artist : nil
    let page = links.song(song) + "&uo=4"
    return record([
      "wrapperType": "track", "kind": "song", "artistId": song.artist.id,
      "collectionId": album.id, "trackId": song.id, "artistName": song.artist.name,
      "collectionName": album.name, "trackName": song.track.title,
      "collectionCensoredName": album.name, "trackCensoredName": song.track.title,
      // The store has the number of Various Artists in some records only.
      "collectionArtistId": album.id % 3 != 0 ? other?.id : nil,
      "collectionArtistName": other?.name,
      "artistViewUrl": links.artist(song.artist) + "?uo=4", "collectionViewUrl": page,
      "trackViewUrl": page, "previewUrl": links.preview(song),
      "collectionPrice": price(of: album), "trackPrice": trackPrice(of: album),
      "releaseDate": album.album.storeDate.firstDay + "T12:00:00Z",
      "trackExplicitness": advisory.rawValue,
      "discCount": album.album.secondDisc == nil ? 1 : 2, "discNumber": song.disc,
      "trackCount": song.countOnDisc, "trackNumber": song.numberOnDisc,
      "trackTimeMillis": song.track.milliseconds, "contentAdvisoryRating": rating(advisory),
      "isStreamable": true,
    ]).adding(shop(album.genre.name, album.advisory)).adding(artwork(album, [30, 60, 100]))
  }

  /// A film, audiobook or music video: each lacks other keys than a song does.
  func other(_ other: OtherMedium, in catalog: SampleCatalog) -> JSONValue {
    switch other.kind {
    case .film: film(other)
    case .audiobook: audiobook(other)
    case .musicVideo: musicVideo(other, in: catalog)
    }
  }

  /// No `artistId`: a director is not an artist of the store.
  private func film(_ film: OtherMedium) -> JSONValue {
    let slug = StoreLinks.slug(film.title)
    return record([
      "trackViewUrl": "https://itunes.apple.com/\(store.code)/movie/\(slug)/id\(film.id)?uo=4",
      "previewUrl": "\(base)/preview/Video82/v4/\(film.id).m4v", "collectionPrice": 14.99,
      "trackPrice": 14.99, "trackHdPrice": 14.99, "contentAdvisoryRating": "PG-13",
      "longDescription": film.description,
    ]).adding(video(film)).adding(pictures(film, "Video123", [30, 60, 100]))
  }

  private func audiobook(_ book: OtherMedium) -> JSONValue {
    let slug = StoreLinks.slug(book.title)
    return record([
      "wrapperType": "audiobook", "artistId": book.id - 1, "collectionId": book.id,
      "artistName": book.artist, "collectionName": book.title,
      "collectionCensoredName": book.title,
      "collectionViewUrl":
        "https://books.apple.com/\(store.code)/audiobook/\(slug)/id\(book.id)?uo=4",
      "collectionPrice": 14.99, "trackCount": 1, "copyright": "℗ \(book.date.year) \(book.artist)",
      "releaseDate": book.date.storeTimestamp, "description": book.description,
      "previewUrl": "\(base)/preview/AudioPreview126/v4/\(book.id).m4a",
    ]).adding(shop(book.genre)).adding(pictures(book, "Music124", [60, 100]))
  }

  /// No `isStreamable`, and an album only if one contains the video.
  private func musicVideo(_ video: OtherMedium, in catalog: SampleCatalog) -> JSONValue {
    let artist = catalog.storeArtists.first { $0.name == video.artist }
    let album = catalog.storeAlbums.first {
      $0.name == video.album && $0.artist.name == video.artist
    }
    let slug = StoreLinks.slug(video.title)
    return record([
      "artistId": artist?.id, "collectionId": album?.id, "collectionName": album?.name,
      "trackViewUrl": "https://music.apple.com/\(store.code)/music-video/\(slug)/\(video.id)?uo=4",
      "previewUrl": "\(base)/preview/Video115/v4/\(video.id).m4v", "trackPrice": 1.99,
    ]).adding(self.video(video)).adding(pictures(video, "Video221", [30, 60, 100]))
  }

  /// What films and music videos have in common.
  private func video(_ video: OtherMedium) -> JSONValue {
    record([
      "wrapperType": "track", "kind": video.kind.rawValue, "trackId": video.id,
      "artistName": video.artist, "trackName": video.title, "trackCensoredName": video.title,
      "releaseDate": video.date.storeTimestamp, "trackExplicitness": "notExplicit",
      "trackTimeMillis": video.seconds * 1000,
    ]).adding(shop(video.genre))
  }

  /// What all that is sold has in common.
  private func shop(_ genre: String, _ advisory: Advisory = .notExplicit) -> JSONValue {
    record([
      "country": store.iso3, "currency": store.currency, "primaryGenreName": genre,
      "collectionExplicitness": advisory.rawValue,
    ])
  }

  private func artwork(_ album: StoreAlbum, _ sizes: [Int]) -> JSONValue {
    images(sizes) { links.artwork(album, $0) }
  }

  private func pictures(_ other: OtherMedium, _ category: String, _ sizes: [Int]) -> JSONValue {
    images(sizes) {
      links.artwork(category, uuid: stableUUID("other/\(other.id)"), source: "source", $0)
    }
  }

  private func images(_ sizes: [Int], _ url: (String) -> String) -> JSONValue {
    let urls = sizes.map { ("artworkUrl\($0)", JSONValue.string(url("\($0)x\($0)bb.jpg"))) }
    return .object(Dictionary(uniqueKeysWithValues: urls))
  }

  /// Not every song of an album with bad words has some.
  private func advisory(of song: StoreSong) -> Advisory {
    let isClean = song.album.advisory != .notExplicit && song.id % 4 == 0
    return isClean ? .notExplicit : song.album.advisory
  }

  private func rating(_ advisory: Advisory) -> String? {
    switch advisory {
    case .explicit: "Explicit"
    case .cleaned: "Clean"
    case .notExplicit: nil
    }
  }

  private func price(of album: StoreAlbum) -> Double? {
    switch album.album.price {
    case .usual: Double(Price.text(Price.cents(of: album), store))
    case .songsOnly: -1
    case .streamingOnly: nil
    }
  }

  private func trackPrice(of album: StoreAlbum) -> Double? {
    switch album.album.price {
    case .usual where album.album.kind == .soundtrack && album.id % 2 == 0: -1
    case .usual, .songsOnly: Double(Price.text(129, store))
    case .streamingOnly: nil
    }
  }
}

/// Addresses in the store's responses. Pages are at Apple, because this server has none; pictures
/// and sounds are here.
struct StoreLinks: Sendable {
  let base: String
  let store: Storefront

  func artist(_ artist: StoreArtist) -> String {
    "https://music.apple.com/\(store.code)/artist/\(Self.slug(artist.name))/\(artist.id)"
  }

  func album(_ album: StoreAlbum) -> String {
    "https://music.apple.com/\(store.code)/album/\(Self.slug(album.name))/\(album.id)"
  }

  func song(_ song: StoreSong) -> String {
    "https://music.apple.com/\(store.code)/album/\(Self.slug(song.track.title))"
      + "/\(song.album.id)?i=\(song.id)"
  }

  func preview(_ song: StoreSong) -> String {
    let uuid = stableUUID("preview/\(song.id)")
    return "\(base)/preview/AudioPreview122/v4/\(Self.shelves(uuid))/\(uuid)"
      + "/mzaf_\(song.id).plus.aac.p.m4a"
  }

  /// The picture in the size of the last component, such as `100x100bb.jpg`. As in the store, two
  /// of three have the album's bar code before it.
  func artwork(_ album: StoreAlbum, _ file: String) -> String {
    artwork(
      "Music221",
      uuid: Self.pictureName(album),
      source: album.id % 3 == 0 ? "source" : album.upc + ".jpg",
      file
    )
  }

  static func pictureName(_ album: StoreAlbum) -> String { stableUUID("artwork/\(album.upc)") }

  func artwork(_ category: String, uuid: String, source: String, _ file: String) -> String {
    "\(base)/artwork/image/thumb/\(category)/v4/\(Self.shelves(uuid))/\(uuid)/\(source)/\(file)"
  }

  /// `Sigur Rós` to `sigur-r%C3%B3s`: the store preserves letters of any script.
  static func slug(_ name: String) -> String {
    let slug = name.lowercased()
      .filter { $0 != "'" && $0 != "’" }
      .split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
      .percentEncoded()
    return slug.isEmpty ? "-" : slug
  }

  private static func shelves(_ uuid: String) -> String {
    let letters = Array(uuid)
    return [0, 2, 4].map { String(letters[$0...($0 + 1)]) }.joined(separator: "/")
  }
}
