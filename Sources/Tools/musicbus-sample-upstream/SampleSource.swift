/// The upstream APIs as one function from request to answer: no socket, no clock, no state.
///
/// Each API is at its own real paths, so that a provider reaches it by nothing but another base URL.
struct SampleSource: Sendable {
  let catalogue: SampleCatalog
  let library: ReleaseLibrary

  init(_ catalogue: SampleCatalog = .sample) {
    self.catalogue = catalogue
    library = ReleaseLibrary(catalogue)
  }

  func answer(_ request: Request) -> Response {
    if request.path == "/api/token" || request.segments.first == "v1" {
      return SpotifySource(library, request).answer()
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .html(405, "405 Method Not Allowed")
    }
    let path = request.segments
    switch (path.first, path.dropFirst().first) {
    case ("search", nil): return ITunesSearch(catalogue, request).answer()
    case ("search", _): return DeezerSource(library, request).answer()
    case ("w", "api.php"), ("api", "rest_v1"): return WikiSource(library, request).answer()
    case ("ws", "2"): return MusicBrainzSource(library, request).answer()
    case ("release-group", _), ("release", _), ("download", _), ("items", _):
      return CoverArtSource(library, request).answer()
    case (let folder?, _) where DeezerSource.folders.contains(folder):
      return DeezerSource(library, request).answer()
    case ("lookup", nil): return ITunesLookup(catalogue, request).answer()
    case ("api", "v1"): return AudioDBSource(catalogue, request).answer()
    case ("api", "v2"): return MostPlayedFeed(catalogue, request).answer()
    case (_, "rss"): return LegacyFeed(catalogue, request).answer()
    case ("artwork", _): return ArtworkSource(request).answer()
    case ("preview", _): return PreviewSource(request).answer()
    default: return .notFound
    }
  }
}
