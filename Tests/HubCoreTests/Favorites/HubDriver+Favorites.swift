import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// Short ways to a hub with favourites, in whose place the test keeps the document.
extension HubDriver {
  /// A hub whose document is open.
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

  /// How often the hub wanted the document looked at.
  var lookCount: Int { orders.count { $0 == .look } }

  /// The changes that the hub wants on the disk.
  var keptChanges: [FavoritesChange] {
    orders.compactMap { if case .keep(let change) = $0 { change } else { nil } }
  }
}

extension ModelClient {
  /// Brings entities in as favourites, and gives what became of each.
  @discardableResult
  func importRows(_ entities: Entity...) -> [FavoriteResult] {
    let rows = entities.map(\.asJSON)
    return answer(to: call(.importFavorites) { $0.rows = rows })?.done?.results ?? []
  }

  func favorites(_ change: (inout CallParameters) -> Void = { _ in }) -> CallAnswer? {
    answer(to: call(.listFavorites, change))
  }

  /// What became of each of what was asked for.
  func outcomes(
    _ method: BusProtocol.Method,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> [FavoriteResult.Outcome]? {
    answer(to: call(method, change))?.done?.results?.map(\.outcome)
  }
}

extension Entity {
  /// As it stands in a message.
  var asJSON: JSONValue {
    let bytes = (try? BusCodec.encode(self)) ?? []
    return (try? BusCodec.decode(JSONValue.self, from: bytes)) ?? .null
  }
}
