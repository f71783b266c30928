import BusProtocol
import FavoritesModel
import MusicModel

/// What clients read of the favourites.
extension Hub {
  mutating func listFavorites(_ parameters: CallParameters, _ ticket: PendingReply) {
    let query = FavoritesQuery(parameters, limit: parameters.limit ?? settings.pageDefault)
    let page = favorites.document.page(query)
    var done = Done()
    done.total = page.total
    done.totalIsExact = true
    done.next = page.next
    done.revision = favorites.revision
    if query.offset == 0, !favorites.notes.isEmpty { done.notes = favorites.notes }
    let isBrief = (parameters.detail ?? .brief) == .brief
    let items = page.favorites.map { isBrief ? $0.told.brief : $0.told }
    send(items, done, .listFavorites, parameters, ticket)
  }

  mutating func getFavorite(
    _ parameters: CallParameters,
    _ ticket: PendingReply
  ) throws(Failure) {
    let key = parameters.key.flatMap { FavoriteKey($0) }
    guard let favorite = key.flatMap({ favorites.document.show($0) }) else {
      throw Failure(.notFound, "\(parameters.key ?? "") is no favourite.")
    }
    send([favorite.told], Done(), .getFavorite, parameters, ticket)
  }

  private mutating func send(
    _ items: [Entity],
    _ done: Done,
    _ method: Method,
    _ parameters: CallParameters,
    _ ticket: PendingReply
  ) {
    var call = ClientCall(
      key: ClientCallID(number: nextNumber()),
      client: ticket.client,
      id: ticket.call,
      method: method,
      rule: MethodSpec(need: .nothing, result: .single),
      parameters: parameters,
      budget: CallDeadlines(start: turn.now, timeoutMs: settings.timeoutDefaultMs, waitMs: 0)
    )
    if !send(items, then: done, of: &call) { failTooLarge(call) }
  }

  /// Bytes of a piece, one favourite excepted.
  private static let pieceBytes = 1024 * 1024

  mutating func exportFavorites(_ parameters: CallParameters, _ ticket: PendingReply) {
    let format = ExportFormat(rawValue: parameters.format?.rawValue ?? "") ?? .jsonLines
    var bytes: [UInt8] = []
    var next: Int? = parameters.offset ?? 0
    while let offset = next, bytes.count < Hub.pieceBytes {
      let part = favorites.document.export(as: format, offset: offset, limit: 1)
      bytes += part.text
      next = part.next
    }
    var done = Done()
    done.next = next
    done.revision = favorites.revision
    done.media = Done.Media(type: format.mediaType)
    let header = Header(type: .done, re: ticket.call, sid: ticket.sid)
    guard bytes.count <= settings.limits.attachmentBytes, let body = written(done, of: header)
    else {
      return reply(Failure(.tooLarge, "One favourite is too large for a message."), to: ticket)
    }
    send(WireMessage(header, body: body, attachment: bytes), to: ticket.client)
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
  /// The entity with what the user had to say of it, in the members of one flat object.
  fileprivate var told: Entity {
    var members: [String: JSONValue] = [
      "fav": .string(fav.description),
      "added": .string(added.description),
      "refreshed": .string(refreshed.description),
    ]
    if let note { members["note"] = .string(note) }
    if self.members.count > 1 {
      members["members"] = .array(self.members.map { .string($0.description) })
    }
    return entity.telling(members)
  }
}

extension Entity {
  fileprivate func telling(_ members: [String: JSONValue]) -> Entity {
    func told<Kind: MusicEntity>(_ entity: Kind) -> Kind {
      var entity = entity
      entity.extra.merge(members) { _, new in new }
      return entity
    }
    switch self {
    case .artist(let artist): return .artist(told(artist))
    case .album(let album): return .album(told(album))
    case .song(let song): return .song(told(song))
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
