import HTTPServer

/// The upstream APIs as one function from request to response: no socket, no clock, no state.
///
/// Each API has its real paths, so that a provider needs only another base URL.
struct SampleSource: Sendable {
  let catalog: SampleCatalog
  let library: ReleaseLibrary
  private let subjects: PictureSubjects

  init(_ catalog: SampleCatalog = .sample) {
    self.catalog = catalog
    library = ReleaseLibrary(catalog)
    subjects = PictureSubjects(catalog, library)
  }

  func response(_ request: HTTPRequest) -> HTTPResponse {
    if request.path == ["api", "token"] || request.path.first == "v1" {
      return SpotifySource(library, request).response()
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .html(405, "405 Method Not Allowed")
    }
    let path = request.path
    switch (path.first, path.dropFirst().first) {
    case ("search", nil): return ITunesSearch(catalog, request).response()
    case ("search", _): return DeezerSource(library, request).response()
    case ("w", "api.php"), ("api", "rest_v1"): return WikiSource(library, request).response()
    case ("ws", "2"): return MusicBrainzSource(library, request).response()
    case ("release-group", _), ("release", _), ("download", _), ("items", _):
      return CoverArtSource(library, request).response()
    case (let root?, _) where DeezerSource.paths.contains(root):
      return DeezerSource(library, request).response()
    case ("similar-artists", "json"): return ListenBrainzSource(library, request).response()
    case ("rest", _?): return OpenSubsonicSource(library, request).response()
    case ("lookup", nil): return ITunesLookup(catalog, request).response()
    case ("api", "search"): return LRCLIBSource(library, request).response()
    case ("api", "v1"): return AudioDBSource(catalog, request).response()
    case ("api", "v2"): return MostPlayedFeed(catalog, request).response()
    case (_, "rss"): return LegacyFeed(catalog, request).response()
    case ("artwork", _), ("preview", _): return MediaSource(subjects, request).response()
    default: return .notFound
    }
  }
}
