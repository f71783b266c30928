import BusProtocol
import Catalog
import MusicModel

/// By what an entity can be looked for at a provider that does not know its id.
struct EntityName: Hashable, Sendable {
  let kind: EntityKind
  let text: String
  let artist: String?

  init(_ entity: Entity) {
    kind = entity.kind
    text = entity.displayName
    artist = entity.artist?.name
  }

  init(artist name: String) {
    kind = .artist
    text = name
    artist = nil
  }

  /// The search that may find it.
  func parameters(like parameters: CallParameters) -> CallParameters {
    var search = CallParameters()
    search.text = text
    search.artist = artist
    search.limit = 25
    search.country = parameters.country
    search.lang = parameters.lang
    return search
  }
}
