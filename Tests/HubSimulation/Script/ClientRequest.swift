import BusProtocol
import HubCore
import MusicModel

/// A call of a simulated client.
struct ClientRequest: Codable, Hashable, Sendable {
  /// Every method of the bus except the one that stops the hub, and a method that does not exist.
  static let methods = Methods.all.map(\.method).filter { $0 != .hubStop } + [unknownMethod]
  static let unknownMethod = Method(rawValue: "artist.marry")

  /// The methods of providers that are about artists: most calls use them, so that calls meet.
  static let methodsAboutArtists = methods { spec in
    spec.provider != nil && (spec.subject == .id(.artist) || spec.kinds == [.artist])
  }
  static let methodsOfHub = methods { $0.handler == .hub }
  static let favoriteChanges = methods { $0.handler == .favorites && !$0.isReadOnly }

  var method: Method
  /// The number of the entity that the call is about.
  var topic: Int
  /// The provider in whose namespace ids are; one more than the last provider for MusicBrainz.
  var namespace: Int
  /// Whether the id names another kind of entity than the method is about.
  var hasWrongKind = false
  var timeoutMs: Int?
  var waitMs: Int?
  var limit: Int?
  var offset: Int?
  var stream = false
  /// The only provider to query.
  var only: Int?
  /// The index of the order, if it is not that of the method.
  var sort: Int?
  var cacheMode: CallParameters.CacheMode?

  static let status = ClientRequest(method: .hubStatus, topic: 0, namespace: 0)

  static func search(_ kind: EntityKind, topic: Int) -> ClientRequest {
    ClientRequest(method: Methods.search(kind) ?? unknownMethod, topic: topic, namespace: 0)
  }

  private static func methods(_ isWanted: (MethodSpec) -> Bool) -> [Method] {
    Methods.all.filter(isWanted).map(\.method).filter(methods.contains)
  }
}
