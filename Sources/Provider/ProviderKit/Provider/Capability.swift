internal import BusProtocol
internal import MusicModel

/// A bus method that a provider may implement, and the code that calls the implementation.
struct Capability: Sendable {
  typealias Handler = @Sendable (Call) async throws(Failure) -> Reply

  let method: Method
  /// Returns the implementation of the method; `nil` if the provider has none.
  let handler: @Sendable (any Provider) -> Handler?

  /// The methods that ProviderKit supports, in the order of the registry.
  static let all: [Capability] = [
    Capability(.searchArtists) { (provider: any ArtistSearching, call) throws(Failure) in
      Reply(try await provider.searchArtists(call).map { .artist($0) })
    },
    Capability(.getArtist) { (provider: any ArtistGetting, call) throws(Failure) in
      Reply(try await provider.artist(call).map { [.artist($0)] } ?? [])
    },
    Capability(.artistAlbums) { (provider: any ArtistAlbumListing, call) throws(Failure) in
      Reply(try await provider.artistAlbums(call).map { .album($0) })
    },
    Capability(.artistSongs) { (provider: any ArtistSongListing, call) throws(Failure) in
      Reply(try await provider.artistSongs(call).map { .song($0) })
    },
    Capability(.searchAlbums) { (provider: any AlbumSearching, call) throws(Failure) in
      Reply(try await provider.searchAlbums(call).map { .album($0) })
    },
    Capability(.getAlbum) { (provider: any AlbumGetting, call) throws(Failure) in
      Reply(try await provider.album(call).map { [.album($0)] } ?? [])
    },
    Capability(.albumSongs) { (provider: any AlbumSongListing, call) throws(Failure) in
      Reply(try await provider.albumSongs(call).map { .song($0) })
    },
    Capability(.searchSongs) { (provider: any SongSearching, call) throws(Failure) in
      Reply(try await provider.searchSongs(call).map { .song($0) })
    },
    Capability(.getSong) { (provider: any SongGetting, call) throws(Failure) in
      Reply(try await provider.song(call).map { [.song($0)] } ?? [])
    },
    Capability(.listCharts) { (provider: any ChartListing, call) throws(Failure) in
      Reply(try await provider.charts(call).map { .chart($0) })
    },
    Capability(.getChart) { (provider: any ChartGetting, call) throws(Failure) in
      Reply(try await provider.chartEntries(call))
    },
    Capability(.getArtwork) { (provider: any ArtworkGetting, call) throws(Failure) in
      Reply(media: try await provider.artwork(call))
    },
    Capability(.getPreview) { (provider: any PreviewGetting, call) throws(Failure) in
      Reply(media: try await provider.preview(call))
    },
  ]

  private init<Conformance: Sendable>(
    _ method: Method,
    _ invoke: @escaping @Sendable (Conformance, Call) async throws(Failure) -> Reply
  ) {
    self.method = method
    self.handler = { provider in
      guard let provider = provider as? Conformance else { return nil }
      return { call throws(Failure) in try await invoke(provider, call) }
    }
  }

  /// Creates the capability of an endpoint.
  init(_ endpoint: Endpoint) {
    method = endpoint.method
    handler = { _ in endpoint.handler }
  }
}
