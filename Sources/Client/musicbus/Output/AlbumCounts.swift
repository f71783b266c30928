import BusProtocol
import MusicModel

/// The number of albums of artists in JSON.
enum AlbumCounts {
  /// The member that is added to artists; the protocol has none for it.
  static let member = "albums"

  /// The entity as JSON, with the number of its albums if that is known.
  static func json(of entity: Entity, _ counts: [EntityID: Int]) throws -> JSONValue {
    let whole = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(entity))
    guard let count = counts[entity.id], case .object(var members) = whole else { return whole }
    members[member] = .integer(count)
    return .object(members)
  }
}
