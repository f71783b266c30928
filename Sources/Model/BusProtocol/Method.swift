/// What can be asked on the bus. Open: a method that this version does not know is still a method.
public struct Method: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static func < (left: Method, right: Method) -> Bool { left.rawValue < right.rawValue }
}

extension Method: CustomStringConvertible {
  public var description: String { rawValue }
}

/// The methods of 1.0 (`Protocol/registry/methods.json`).
extension Method {
  public static let searchArtists = Method(rawValue: "artists.search")
  public static let getArtist = Method(rawValue: "artist.get")
  public static let artistAlbums = Method(rawValue: "artist.albums")
  public static let artistSongs = Method(rawValue: "artist.songs")
  public static let searchAlbums = Method(rawValue: "albums.search")
  public static let getAlbum = Method(rawValue: "album.get")
  public static let albumSongs = Method(rawValue: "album.songs")
  public static let searchSongs = Method(rawValue: "songs.search")
  public static let getSong = Method(rawValue: "song.get")
  public static let listCharts = Method(rawValue: "charts.list")
  public static let getChart = Method(rawValue: "chart.get")
  public static let getArtwork = Method(rawValue: "artwork.get")
  public static let getPreview = Method(rawValue: "preview.get")

  /// Those that providers serve, in the order of the registry.
  public static let ofProviders: [Method] = [
    searchArtists, getArtist, artistAlbums, artistSongs, searchAlbums, getAlbum, albumSongs,
    searchSongs, getSong, listCharts, getChart, getArtwork, getPreview,
  ]

  public static let explainRecords = Method(rawValue: "records.explain")
  public static let sayRecordsSame = Method(rawValue: "records.same")
  public static let sayRecordsDifferent = Method(rawValue: "records.different")
  public static let undoVerdict = Method(rawValue: "records.undo")
  public static let previewPolicy = Method(rawValue: "policy.preview")
  public static let listFavorites = Method(rawValue: "favorites.list")
  public static let getFavorite = Method(rawValue: "favorites.get")
  public static let addFavorite = Method(rawValue: "favorites.add")
  public static let removeFavorites = Method(rawValue: "favorites.remove")
  public static let moveFavorite = Method(rawValue: "favorites.move")
  public static let noteFavorite = Method(rawValue: "favorites.note")
  public static let undoFavorites = Method(rawValue: "favorites.undo")
  public static let importFavorites = Method(rawValue: "favorites.import")
  public static let exportFavorites = Method(rawValue: "favorites.export")
  public static let checkFavorites = Method(rawValue: "favorites.check")
  public static let compactFavorites = Method(rawValue: "favorites.compact")
  public static let listProviders = Method(rawValue: "providers.list")
  public static let addProvider = Method(rawValue: "providers.add")
  public static let removeProviders = Method(rawValue: "providers.remove")
  public static let reloadProviders = Method(rawValue: "providers.reload")
  public static let resetProviders = Method(rawValue: "providers.reset")
  public static let hubStatus = Method(rawValue: "hub.status")
  public static let watchHub = Method(rawValue: "hub.watch")
  public static let cacheStatus = Method(rawValue: "cache.status")
  public static let clearCache = Method(rawValue: "cache.clear")
  public static let pinAnswers = Method(rawValue: "cache.pin")
  public static let unpinAnswers = Method(rawValue: "cache.unpin")
  public static let recentSearches = Method(rawValue: "searches.recent")
  public static let hubMetrics = Method(rawValue: "hub.metrics")
  public static let stopHub = Method(rawValue: "hub.stop")

  /// Those that only the hub answers.
  public static let ofHub: [Method] = [
    explainRecords, sayRecordsSame, sayRecordsDifferent, undoVerdict, previewPolicy,
    cacheStatus, clearCache, pinAnswers, unpinAnswers, recentSearches,
    listFavorites, getFavorite, addFavorite, removeFavorites, moveFavorite, noteFavorite,
    undoFavorites, importFavorites, exportFavorites, checkFavorites, compactFavorites,
    listProviders, addProvider, removeProviders, reloadProviders, resetProviders, hubStatus,
    hubMetrics, watchHub, stopHub,
  ]
}
