import BusProtocol
import FavoritesModel
import MusicModel

/// Favourites as clients read them.
extension Favorites {
  mutating func list(_ parameters: CallParameters) -> OperationResult {
    let query = FavoritesQuery(parameters, limit: parameters.limit ?? defaultLimit)
    let page = document.page(query)
    var done = Done()
    done.total = page.total
    done.totalIsExact = true
    done.next = page.next
    done.revision = revision
    if query.offset == 0, !notes.isEmpty { done.notes = notes }
    let isBrief = (parameters.detail ?? .brief) == .brief
    let items = page.favorites.map { isBrief ? $0.report.brief : $0.report }
    return .page(items, done, .listFavorites, parameters)
  }

  func get(_ parameters: CallParameters) throws(Failure) -> OperationResult {
    let key = parameters.key.flatMap { FavoriteKey($0) }
    guard let favorite = key.flatMap({ document.show($0) }) else {
      throw Failure(.notFound, "\(parameters.key ?? "") is no favourite.")
    }
    return .page([favorite.report], Done(), .getFavorite, parameters)
  }

  /// The size of an exported chunk; one favourite may exceed it.
  private static let chunkBytes = 1024 * 1024

  mutating func export(_ parameters: CallParameters) -> OperationResult {
    let format = ExportFormat(rawValue: parameters.format?.rawValue ?? "") ?? .jsonLines
    var bytes: [UInt8] = []
    var next: Int? = parameters.offset ?? 0
    while let offset = next, bytes.count < Favorites.chunkBytes {
      let part = document.export(as: format, offset: offset, limit: 1)
      bytes += part.text
      next = part.next
    }
    var done = Done()
    done.next = next
    done.revision = revision
    done.media = Done.Media(type: format.mediaType)
    return .file(bytes, done)
  }
}

extension FavoritesQuery {
  fileprivate init(_ parameters: CallParameters, limit: Int) {
    self.init()
    sort = parameters.sort.flatMap { Sort(rawValue: $0.rawValue) } ?? .own
    kind = parameters.entityKind
    text = parameters.text
    genre = parameters.genre
    (from, to) = (parameters.from, parameters.to)
    (addedFrom, addedTo) = (parameters.addedFrom, parameters.addedTo)
    offset = parameters.offset ?? 0
    self.limit = limit
  }
}

extension Favorite {
  /// The entity with the user's note and dates as further members.
  fileprivate var report: Entity {
    var members: [String: JSONValue] = [
      "fav": .string(fav.description),
      "added": .string(added.description),
      "refreshed": .string(refreshed.description),
    ]
    if let note { members["note"] = .string(note) }
    if self.members.count > 1 {
      members["members"] = .array(self.members.map { .string($0.description) })
    }
    return entity.adding(members)
  }
}

extension Entity {
  fileprivate func adding(_ members: [String: JSONValue]) -> Entity {
    func added<Kind: MusicEntity>(_ entity: Kind) -> Kind {
      var entity = entity
      entity.extra.merge(members) { _, new in new }
      return entity
    }
    switch self {
    case .artist(let artist): return .artist(added(artist))
    case .album(let album): return .album(added(album))
    case .song(let song): return .song(added(song))
    case .chart: return self
    }
  }
}

extension ExportFormat {
  fileprivate var mediaType: String {
    switch self {
    case .json: "application/json"
    case .jsonLines: "application/jsonl"
    case .csv: "text/csv"
    }
  }
}
