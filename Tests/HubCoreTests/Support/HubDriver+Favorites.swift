import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// A hub with favourites; the test takes the part of their store.
extension HubDriver {
  /// A hub whose favourites are open.
  static func withFavorites(_ change: (inout HubSettings) -> Void = { _ in }) -> HubDriver {
    let hub = HubDriver(change)
    hub.handle(.clockSet(unixMs: 1_790_000_000_000))
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    hub.openFavorites()
    return hub
  }

  func openFavorites(notes: [String] = []) {
    handle(.favorites(.opened(FavoritesDocument(fold: Hub.foldedName), notes: notes)))
  }

  /// The number of checks for external changes that the hub requested.
  var checkCount: Int { favoritesActions.count { $0 == .checkForExternalChange } }

  /// The changes that the hub requested to save.
  var savedChanges: [FavoritesChange] {
    favoritesActions.compactMap { if case .save(let change) = $0 { change } else { nil } }
  }
}

extension ModelClient {
  /// Imports entities as favourites, and returns the result of each.
  @discardableResult
  func importRows(_ entities: Entity...) -> [FavoriteResult] {
    let rows = entities.map { EncodedJSON($0.asJSON) }
    return reply(to: call(.favoritesImport) { $0.rows = rows })?.done?.results ?? []
  }

  func favorites(_ change: (inout CallParameters) -> Void = { _ in }) -> CallReply? {
    reply(to: call(.favoritesList, change))
  }

  /// The outcome for each key of the call.
  func outcomes(
    _ method: BusProtocol.Method,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> [FavoriteResult.Outcome]? {
    reply(to: call(method, change))?.done?.results?.map(\.outcome)
  }
}

extension Entity {
  /// The entity as in a message.
  var asJSON: JSONValue {
    let bytes = (try? JSONCodec.encode(self)) ?? []
    return (try? JSONCodec.decode(JSONValue.self, from: bytes)) ?? .null
  }
}
