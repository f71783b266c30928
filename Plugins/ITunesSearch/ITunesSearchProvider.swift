internal import ITunesSupport
internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// ITunesSearch: artists, albums and songs as the iTunes Search API tells them, with prices,
/// previews and covers in any size.
@main
struct ITunesSearchProvider: Provider {
  let api: ITunesAPI

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    api = try ITunesAPI(configuration)
  }

  var upstreams: [Upstream] { [api.upstream] }
}

extension ITunesSearchProvider: ArtistSearching, AlbumSearching, SongSearching {
  func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
    try await api.search(call, .artists).artists(call).filter { call.wants($0.name) }
  }

  func searchAlbums(_ call: Call) async throws(Failure) -> [Album] {
    try await api.search(call, .albums).albums(call).filter { call.wants($0.title) }
  }

  func searchSongs(_ call: Call) async throws(Failure) -> [Song] {
    try await api.search(call, .songs).songs(call).filter { call.wants($0.title) }
  }
}

extension ITunesSearchProvider: ArtistGetting, AlbumGetting, SongGetting {
  func artist(_ call: Call) async throws(Failure) -> Artist? {
    try await api.lookup(call, .artists)?.artists(call).first
  }

  func album(_ call: Call) async throws(Failure) -> Album? {
    try await api.lookup(call, .albums)?.albums(call).first
  }

  func song(_ call: Call) async throws(Failure) -> Song? {
    try await api.lookup(call, .songs)?.songs(call).first
  }
}

extension ITunesSearchProvider: ArtistAlbumListing, ArtistSongListing, AlbumSongListing {
  func albumsOfArtist(_ call: Call) async throws(Failure) -> [Album] {
    try await api.lookup(call, .artists, children: .albums)?.albums(call) ?? []
  }

  func songsOfArtist(_ call: Call) async throws(Failure) -> [Song] {
    try await api.lookup(call, .artists, children: .songs)?.songs(call) ?? []
  }

  func songsOfAlbum(_ call: Call) async throws(Failure) -> [Song] {
    let songs = try await api.lookup(call, .albums, children: .songs)?.songs(call) ?? []
    return songs.sorted {
      ($0.discNumber ?? 1, $0.trackNumber ?? 0) < ($1.discNumber ?? 1, $1.trackNumber ?? 0)
    }
  }
}

extension ITunesSearchProvider: ArtworkGetting, PreviewGetting {
  func artwork(_ call: Call) async throws(Failure) -> Media? {
    guard let url = try await urlOfCover(call) else { return nil }
    let sized = StoreArtwork(url).url(call.parameters.size)
    do throws(Failure) {
      return try await call.media(sized, .picture)
    } catch {
      guard error.code == .notFound, sized != url else { throw error }
      return try await call.media(url, .picture)
    }
  }

  func preview(_ call: Call) async throws(Failure) -> Media? {
    if let url = call.parameters.url { return try await call.media(url, .sound) }
    guard let url = try await song(call)?.previewURL else { return nil }
    return try await call.media(url, .sound)
  }

  private func urlOfCover(_ call: Call) async throws(Failure) -> String? {
    if let url = call.parameters.url { return url }
    if call.parameters.id?.kind == .song { return try await song(call)?.artwork.first?.url }
    return try await album(call)?.artwork.first?.url
  }
}
