internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// Artists, albums and songs of TheAudioDB (API v1), with biographies and artwork.
@main
struct AudioDBProvider: Provider {
  let api: AudioDBAPI

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    api = try AudioDBAPI(configuration)
  }

  var upstreams: [Upstream] { [api.upstream] }
}

extension AudioDBProvider: ArtistSearching {
  func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
    try await api.artists(call, "search.php", [("s", call.text)]).filter { call.matches($0.name) }
  }
}

extension AudioDBProvider: AlbumSearching {
  func searchAlbums(_ call: Call) async throws(Failure) -> [Album] {
    let (artist, title) = call.artistAndTitle
    let query = [("s", artist), ("a", title)]
    let albums = try await api.albums(call, "searchalbum.php", query)
    return title == call.text ? albums.filter { call.matches($0.title) } : albums
  }
}

extension AudioDBProvider: ArtistGetting {
  func artist(_ call: Call) async throws(Failure) -> Artist? {
    if let id = call.id("audiodb", "artist") {
      return try await api.artists(call, "artist.php", [("i", id)]).first
    }
    guard let id = call.id("mbid", "artist") else { return nil }
    return try await api.artists(call, "artist-mb.php", [("i", id)]).first
  }
}

extension AudioDBProvider: ArtistAlbumListing {
  func artistAlbums(_ call: Call) async throws(Failure) -> [Album] {
    guard let id = try await artistID(call) else { return [] }
    return try await api.albums(call, "album.php", [("i", id)])
  }

  /// Returns TheAudioDB's own id, which listing albums requires.
  private func artistID(_ call: Call) async throws(Failure) -> String? {
    if let id = call.id("audiodb", "artist") { return id }
    return try await artist(call)?.id.value
  }
}

extension AudioDBProvider: AlbumGetting {
  func album(_ call: Call) async throws(Failure) -> Album? {
    if let id = call.id("audiodb", "album") {
      return try await api.albums(call, "album.php", [("m", id)]).first
    }
    guard let id = call.id("mbid", "release-group") else { return nil }
    return try await api.albums(call, "album-mb.php", [("i", id)]).first
  }
}

extension AudioDBProvider: AlbumSongListing {
  func albumSongs(_ call: Call) async throws(Failure) -> [Song] {
    guard let id = try await albumID(call) else { return [] }
    return try await api.songs(call, "track.php", [("m", id)])
  }

  private func albumID(_ call: Call) async throws(Failure) -> String? {
    if let id = call.id("audiodb", "album") { return id }
    return try await album(call)?.id.value
  }
}

extension AudioDBProvider: ArtworkGetting {
  func artwork(_ call: Call) async throws(Failure) -> Media? {
    guard let url = try await imageURL(call) else { return nil }
    // Older images have no smaller copies.
    return try await call.fetchImage(
      at: AudioDBImage(url).url(size: call.parameters.size),
      original: url
    )
  }

  private func imageURL(_ call: Call) async throws(Failure) -> String? {
    if let url = call.parameters.url { return url }
    if call.parameters.id?.kind == .album { return try await album(call)?.artwork.first?.url }
    return try await artist(call)?.artwork.first?.url
  }
}
