import BusProtocol
import MusicModel

/// What there is to ask about, and how that is put.
enum Topic {
  /// The last one is found many times.
  static let count = 6
  static let manyTopic = count - 1

  /// In the order of the bits of a provider's plan.
  static let methods = Method.ofProviders

  static func text(_ topic: Int) -> String {
    topic == manyTopic ? "Many" : "Artist \(topic)"
  }
}

extension ClientRequest {
  var method: Method {
    switch kind {
    case .searchArtists: .searchArtists
    case .searchAlbums: .searchAlbums
    case .searchSongs: .searchSongs
    case .getArtist: .getArtist
    case .getAlbum: .getAlbum
    case .getSong: .getSong
    case .artistAlbums: .artistAlbums
    case .artistSongs: .artistSongs
    case .albumSongs: .albumSongs
    case .listCharts: .listCharts
    case .getChart: .getChart
    case .getArtwork: .getArtwork
    case .getPreview: .getPreview
    case .providers: .listProviders
    case .status: .hubStatus
    case .unknown: Method(rawValue: "artist.marry")
    case .wrong: .getArtist
    case .explain: .explainRecords
    case .same: .sayRecordsSame
    case .different: .sayRecordsDifferent
    case .undo: .undoVerdict
    case .watch: .watchHub
    case .reload: .reloadProviders
    case .remove: .removeProviders
    case .reset: .resetProviders
    case .cacheStatus: .cacheStatus
    case .clearCache: .clearCache
    case .pinCache: .pinCache
    case .recent: .recentSearches
    case .addFavorite: .addFavorite
    case .removeFavorite: .removeFavorites
    case .moveFavorite: .moveFavorite
    case .noteFavorite: .noteFavorite
    case .undoFavorites: .undoFavorites
    case .listFavorites: .listFavorites
    }
  }

  /// The parameters of the call, in a world of these providers.
  func parameters(_ providers: [ProviderPlan]) -> CallParameters {
    var parameters = CallParameters()
    switch kind {
    case .searchArtists: parameters.text = Topic.text(topic)
    case .searchAlbums: parameters.text = "Album \(topic)"
    case .searchSongs: parameters.text = "Song \(topic)"
    case .getArtist, .artistAlbums, .artistSongs, .explain:
      parameters.id = id("artist", providers)
    case .same, .different:
      parameters.id = id("artist", providers)
      parameters.other = providers.last.flatMap {
        EntityID(namespace: $0.id.rawValue, type: "artist", value: "\((topic + 1) % Topic.count)")
      }
    case .getAlbum, .albumSongs: parameters.id = id("album", providers)
    case .getArtwork: parameters.id = id(topic % 2 == 0 ? "artist" : "album", providers)
    case .getSong, .getPreview: parameters.id = id("song", providers)
    case .getChart: parameters.chart = topic % 2 == 0 ? .albums : .songs
    case .wrong: parameters.id = id("album", providers)
    case .reload, .remove, .reset:
      parameters.providers = [providers[topic % providers.count].id]
    case .addFavorite, .pinCache: parameters.id = favorite(providers)
    case .removeFavorite: parameters.keys = favorite(providers).map { ["\($0)"] }
    case .moveFavorite:
      parameters.key = favorite(providers).map { "\($0)" }
      parameters.position = stream ? .first : .last
    case .noteFavorite:
      parameters.key = favorite(providers).map { "\($0)" }
      parameters.note = offset.map { "note \($0)" } ?? (stream ? "" : "note")
    case .undoFavorites, .listFavorites: break
    case .listCharts, .providers, .status, .unknown, .undo, .watch: break
    case .cacheStatus, .clearCache, .recent: break
    }
    (parameters.waitMs, parameters.limit, parameters.offset) = (waitMs, limit, offset)
    parameters.cache = cacheMode
    parameters.stream = stream ? true : nil
    parameters.sort = sort.map { CallParameters.Sort.ofLists[$0] }
    if let only {
      parameters.providers = [providers[only % providers.count].id]
    }
    return parameters
  }

  private func favorite(_ providers: [ProviderPlan]) -> EntityID? {
    id(["artist", "album", "song"][topic % 3], providers)
  }

  private func id(_ type: String, _ providers: [ProviderPlan]) -> EntityID? {
    let namespace = namespace < providers.count ? providers[namespace].id.rawValue : "mbid"
    // MusicBrainz has other words for the same.
    let words = ["artist": "artist", "album": "release-group", "song": "recording"]
    let word = namespace == "mbid" ? words[type] ?? type : type
    return EntityID(namespace: namespace, type: word, value: "\(topic)")
  }
}
