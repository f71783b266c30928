import BusProtocol
import FavoritesModel
import MusicModel

/// Favourites as clients read them.
extension Favorites {
  mutating func list(_ parameters: CallParameters) -> OperationResult {
    let query = FavoritesQuery(parameters, limit: parameters.limit ?? defaultLimit)
    let isBrief = (parameters.detail ?? .brief) == .brief
    let page = document.page(query)
    var done = Done()
    done.total = page.total
    done.totalIsExact = true
    done.next = page.next
    done.revision = revision
    if query.offset == 0, !notes.isEmpty { done.notes = notes }
    let reports = page.favorites.map(\.report)
    return .page(isBrief ? reports.map(\.brief) : reports, done)
  }

  func get(_ parameters: CallParameters) throws(Failure) -> OperationResult {
    let key = parameters.key.flatMap { FavoriteKey($0) }
    guard let favorite = key.flatMap({ document.show($0) }) else {
      throw Failure(.notFound, "\"\(parameters.key ?? "")\" is not a favourite.")
    }
    return .page([favorite.report], Done())
  }

  /// The size of an exported chunk; one favourite may exceed it.
  private static let chunkBytes = 1024 * 1024

  mutating func export(_ parameters: CallParameters) -> OperationResult {
    let format = parameters.format ?? .jsonl
    let chunk = document.export(
      as: format,
      offset: parameters.offset ?? 0,
      bytes: Favorites.chunkBytes
    )
    var done = Done()
    done.next = chunk.next
    done.revision = revision
    done.media = Done.Media(type: format.mediaType)
    return .file(chunk.text, done)
  }
}

extension FavoritesQuery {
  fileprivate init(_ parameters: CallParameters, limit: Int) {
    self.init()
    sort = parameters.sort ?? .own
    kind = parameters.entityKind
    text = parameters.text
    genre = parameters.genre
    (from, to) = (parameters.from, parameters.to)
    (addedFrom, addedTo) = (parameters.addedFrom, parameters.addedTo)
    offset = parameters.offset ?? 0
    self.limit = limit
  }
}

extension CallParameters.FavoriteFormat {
  fileprivate var mediaType: String {
    switch self {
    case .json: "application/json"
    case .jsonl: "application/jsonl"
    case .csv: "text/csv"
    case .jspf: "application/jspf+json"
    case .xspf: "application/xspf+xml"
    case .m3u8: "audio/x-mpegurl"
    }
  }
}
