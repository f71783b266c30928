internal import ITunesSupport
internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// Artists, albums and songs of the iTunes Search API, with prices, previews and artwork.
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
    try await api.search(call, .artists).artists(call).filter { call.matches($0.name) }
  }

  func searchAlbums(_ call: Call) async throws(Failure) -> [Album] {
    try await api.search(call, .albums).albums(call).filter { call.matches($0.title) }
  }

  func searchSongs(_ call: Call) async throws(Failure) -> [Song] {
    try await api.search(call, .songs).songs(call).filter { call.matches($0.title) }
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
  func artistAlbums(_ call: Call) async throws(Failure) -> [Album] {
    try await api.lookup(call, .artists, children: .albums)?.albums(call) ?? []
  }

  func artistSongs(_ call: Call) async throws(Failure) -> [Song] {
    try await api.lookup(call, .artists, children: .songs)?.songs(call) ?? []
  }

  func albumSongs(_ call: Call) async throws(Failure) -> [Song] {
    let songs = try await api.lookup(call, .albums, children: .songs)?.songs(call) ?? []
    return songs.sorted {
      ($0.discNumber ?? 1, $0.trackNumber ?? 0) < ($1.discNumber ?? 1, $1.trackNumber ?? 0)
    }
  }
}

extension ITunesSearchProvider: ArtworkGetting, PreviewGetting {
  func artwork(_ call: Call) async throws(Failure) -> Media? {
    guard let url = try await coverURL(call) else { return nil }
    let resized = StoreArtwork(url).url(size: call.parameters.size)
    return try await call.fetchImage(at: resized, original: url)
  }

  func preview(_ call: Call) async throws(Failure) -> Media? {
    if let url = call.parameters.url { return try await call.fetchMedia(.audio, at: url) }
    guard let url = try await song(call)?.previewURL else { return nil }
    return try await call.fetchMedia(.audio, at: url)
  }

  private func coverURL(_ call: Call) async throws(Failure) -> String? {
    if let url = call.parameters.url { return url }
    if call.parameters.id?.kind == .song { return try await song(call)?.artwork.first?.url }
    return try await album(call)?.artwork.first?.url
  }
}
