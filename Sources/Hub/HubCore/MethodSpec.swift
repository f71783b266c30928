import BusProtocol
import MusicModel

/// What the hub must know of a method to serve it: what it needs, and what comes of it.
struct MethodSpec: Sendable {
  enum Need: Sendable {
    case text
    case id(EntityKind)
    case anyID
    case nothing
  }

  enum Result: Sendable {
    /// A page of entities, in this order unless the caller wants another.
    case list(EntityKind?, ListOrder)
    /// One entity.
    case single
    /// A picture.
    case artwork
    /// A sound.
    case preview
    /// Why an entity is what it is.
    case explanation
    /// The entity becomes a favourite.
    case favorite
  }

  var need: Need
  var result: Result

  /// Whether bytes are the answer, and not entities.
  var isMedia: Bool {
    switch result {
    case .artwork, .preview: true
    case .list, .single, .explanation, .favorite: false
    }
  }
}

extension MethodSpec {
  /// The methods that the hub answers by asking providers (`Protocol/registry/methods.json`).
  static let all: [Method: MethodSpec] = [
    .searchArtists: MethodSpec(need: .text, result: .list(.artist, .relevance)),
    .searchAlbums: MethodSpec(need: .text, result: .list(.album, .relevance)),
    .searchSongs: MethodSpec(need: .text, result: .list(.song, .relevance)),
    .getArtist: MethodSpec(need: .id(.artist), result: .single),
    .getAlbum: MethodSpec(need: .id(.album), result: .single),
    .getSong: MethodSpec(need: .id(.song), result: .single),
    .artistAlbums: MethodSpec(need: .id(.artist), result: .list(.album, .date)),
    .artistSongs: MethodSpec(need: .id(.artist), result: .list(.song, .position)),
    .albumSongs: MethodSpec(need: .id(.album), result: .list(.song, .track)),
    .listCharts: MethodSpec(need: .nothing, result: .list(.chart, .name)),
    .getChart: MethodSpec(need: .nothing, result: .list(nil, .rank)),
    .getArtwork: MethodSpec(need: .anyID, result: .artwork),
    .getPreview: MethodSpec(need: .id(.song), result: .preview),
    .explainRecords: MethodSpec(need: .anyID, result: .explanation),
    .addFavorite: MethodSpec(need: .anyID, result: .favorite),
  ]

  /// How one asks for a single entity of a kind, and how one searches for it.
  static func get(_ kind: EntityKind) -> Method? {
    [.artist: .getArtist, .album: .getAlbum, .song: .getSong][kind]
  }

  static func search(_ kind: EntityKind) -> Method? {
    [.artist: .searchArtists, .album: .searchAlbums, .song: .searchSongs][kind]
  }

  /// Refuses an id that names another kind of thing than the method is about.
  func checkKind(of id: EntityID?, _ method: Method) throws(Failure) {
    guard let id else { return }
    switch need {
    case .id(let kind) where id.kind != kind:
      let text = "\"\(id)\" does not name \(kind.withArticle), which \"\(method)\" needs."
      throw Failure(.invalidParams, text)
    case .anyID where id.kind == nil || id.kind == .chart:
      let text = "\"\(id)\" does not name an artist, album or song, which \"\(method)\" needs."
      throw Failure(.invalidParams, text)
    default: break
    }
  }
}

extension EntityKind {
  fileprivate var withArticle: String {
    (self == .artist || self == .album ? "an " : "a ") + rawValue
  }
}
