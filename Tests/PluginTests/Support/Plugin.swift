@testable import AudioDB
import BusProtocol
@testable import Deezer
@testable import Files
@testable import ITunesRSS
@testable import ITunesSearch
@testable import MusicBrainz
import MusicModel
import ProviderKit
@testable import Spotify
@testable import Wikipedia

/// The bundled providers.
enum Plugin: String, Sendable, CaseIterable {
  case audioDB = "AudioDB"
  case deezer = "Deezer"
  case files = "Files"
  case iTunesSearch = "ITunesSearch"
  case iTunesRSS = "ITunesRSS"
  case musicBrainz = "MusicBrainz"
  case spotify = "Spotify"
  case wikipedia = "Wikipedia"

  /// Those with a source on the net.
  static let ofServices = allCases.filter { $0 != .files }

  func make(_ configuration: ProviderConfiguration) throws(Failure) -> any Provider {
    switch self {
    case .audioDB: try AudioDBProvider(configuration)
    case .deezer: try DeezerProvider(configuration)
    case .files: try FilesProvider(configuration)
    case .iTunesSearch: try ITunesSearchProvider(configuration)
    case .musicBrainz: try MusicBrainzProvider(configuration)
    case .spotify: try SpotifyProvider(configuration)
    case .wikipedia: try WikipediaProvider(configuration)
    case .iTunesRSS: try ITunesRSSProvider(configuration)
    }
  }

  /// Runs one call with a transport.
  func run(
    _ method: Method,
    at source: any HTTPTransport,
    configuration: JSONValue = .null,
    _ set: (inout CallParameters) -> Void = { _ in }
  ) async throws -> StandaloneCall.Outcome {
    var parameters = CallParameters()
    set(&parameters)
    let provider = try make(ProviderConfiguration(section: configuration))
    return await (try StandaloneCall(provider, transport: source)).run(method, parameters)
  }
}

extension StandaloneCall.Outcome {
  var artists: [Artist] {
    items.compactMap { if case .artist(let artist) = $0 { artist } else { nil } }
  }
  var albums: [Album] { items.compactMap { if case .album(let album) = $0 { album } else { nil } } }
  var songs: [Song] { items.compactMap { if case .song(let song) = $0 { song } else { nil } } }
}
