internal import BusProtocol
internal import MusicModel

/// One method that a provider can serve, and how it is asked.
struct Capability: Sendable {
  typealias Handler = @Sendable (Call) async throws(Failure) -> Reply

  let method: Method
  /// How it is asked, or nothing where the provider does not serve it.
  let handler: @Sendable (any Provider) -> Handler?

  /// All that the kit knows, in the order of the registry.
  static let all: [Capability] = [
    Capability(.searchArtists) { (provider: any ArtistSearching, call) throws(Failure) in
      Reply(try await provider.searchArtists(call).map { .artist($0) })
    },
    Capability(.getArtist) { (provider: any ArtistGetting, call) throws(Failure) in
      Reply(try await provider.artist(call).map { [.artist($0)] } ?? [])
    },
    Capability(.artistAlbums) { (provider: any ArtistAlbumListing, call) throws(Failure) in
      Reply(try await provider.albumsOfArtist(call).map { .album($0) })
    },
    Capability(.artistSongs) { (provider: any ArtistSongListing, call) throws(Failure) in
      Reply(try await provider.songsOfArtist(call).map { .song($0) })
    },
    Capability(.searchAlbums) { (provider: any AlbumSearching, call) throws(Failure) in
      Reply(try await provider.searchAlbums(call).map { .album($0) })
    },
    Capability(.getAlbum) { (provider: any AlbumGetting, call) throws(Failure) in
      Reply(try await provider.album(call).map { [.album($0)] } ?? [])
    },
    Capability(.albumSongs) { (provider: any AlbumSongListing, call) throws(Failure) in
      Reply(try await provider.songsOfAlbum(call).map { .song($0) })
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
      Reply(try await provider.entriesOfChart(call))
    },
    Capability(.getArtwork) { (provider: any ArtworkGetting, call) throws(Failure) in
      Reply(media: try await provider.artwork(call))
    },
    Capability(.getPreview) { (provider: any PreviewGetting, call) throws(Failure) in
      Reply(media: try await provider.preview(call))
    },
  ]

  private init<Role: Sendable>(
    _ method: Method,
    _ ask: @escaping @Sendable (Role, Call) async throws(Failure) -> Reply
  ) {
    self.method = method
    self.handler = { provider in
      guard let role = provider as? Role else { return nil }
      return { call throws(Failure) in try await ask(role, call) }
    }
  }
}
