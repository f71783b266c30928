import BusProtocol
import MusicModel

/// Which parameters matter to whom (`Protocol/registry/methods.json`).
extension CallParameters {
  /// A chart is asked for whole: its sources have it whole.
  private static let chartWhole = 100

  /// What of a client's parameters the method uses.
  func relevant(to rule: MethodSpec, _ settings: HubSettings) -> CallParameters {
    var kept = CallParameters()
    (kept.country, kept.lang, kept.explicit) = (country, lang, explicit)
    (kept.providers, kept.waitMs, kept.detail) = (providers, waitMs, detail)
    kept.cache = cache
    switch rule.need {
    case .text: (kept.text, kept.exact, kept.artist, kept.album) = (text, exact, artist, album)
    case .id, .anyID: kept.id = id
    case .nothing: break
    }
    switch rule.result {
    case .list(let kind, _):
      if kind == nil { kept.chart = chart ?? .albums }
      kept.limit = limit ?? settings.pageDefault
      kept.offset = offset ?? 0
      (kept.sort, kept.title, kept.from, kept.to) = (sort, title, from, to)
      (kept.genre, kept.albumKind, kept.editions, kept.stream) = (
        genre, albumKind, editions, stream
      )
    case .artwork: kept.size = size
    case .single, .preview, .explanation, .favorite: break
    }
    return kept
  }

  /// What a provider is asked by a method, of what a client asked. Of a search so many hits are
  /// wanted; other lists are asked for whole.
  func asked(by method: Method, limit: Int, _ settings: HubSettings) -> CallParameters {
    var asked = CallParameters()
    (asked.country, asked.lang) = (country, lang)
    switch method {
    case .searchArtists, .searchAlbums, .searchSongs:
      (asked.text, asked.exact, asked.artist, asked.album) = (text, exact, artist, album)
      asked.explicit = explicit
      asked.limit = limit.clamped(to: 1...settings.pageMax)
    case .artistAlbums, .artistSongs, .albumSongs:
      (asked.id, asked.ids, asked.explicit) = (id, ids, explicit)
      asked.limit = settings.pageMax
    case .getChart:
      (asked.chart, asked.explicit) = (chart, explicit)
      asked.limit = CallParameters.chartWhole
    default: (asked.id, asked.ids) = (id, ids)
    }
    return asked
  }
}
