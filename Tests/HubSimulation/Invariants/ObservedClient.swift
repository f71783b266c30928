import BusProtocol
import HubCore
import MusicModel

/// The observed session of a client.
struct ObservedClient: Sendable {
  let sid: String
  var heard: Int
  var calls: [String: ObservedCall] = [:]
}

/// An observed call in flight.
struct ObservedCall: Sendable {
  let method: Method
  let parameters: CallParameters
  let since: Int
  /// The deadline; a watch has none.
  let mark: Int
  var isCancelled = false
  var parts = 0
  var items: [Entity] = []
  /// The page as the parts lead to it.
  var page: [EntityID: Entity] = [:]
  var watch = ObservedWatch()

  init(_ message: WireMessage, at now: Int) {
    method = message.header.method ?? Method(rawValue: "")
    parameters = (try? message.decodeBody()) ?? CallParameters()
    let timeoutMs = message.header.timeoutMs ?? Header.timeoutMsDefault
    since = now
    // Details from sources need time to be saved.
    let diskMs = Methods[method]?.result == .favorite ? 250 : 0
    mark = method == .hubWatch ? .max : now + timeoutMs - max(50, timeoutMs / 20) + diskMs
  }

  var subject: CallSubject { CallSubject(method, parameters) }

  var isWatch: Bool { method == .hubWatch }

  /// Whether the provider of what the user has, the first one, is asked in any case (Protocol/client.md, "The user's collection").
  var asksOwner: Bool { method == .albumsMissing }

  /// Whether providers may be called for it.
  var mayQueryProviders: Bool { !isWatch && (parameters.cache != .only || asksOwner) }

  /// Whether it changes stored data; it ends when the change is durable.
  var isStorageCommand: Bool {
    guard let handler = Methods[method]?.handler else { return false }
    return [.favorites, .records, .cache, .imports, .providers].contains(handler)
  }

  var isOfFavorites: Bool { Methods[method]?.handler == .favorites }

  /// Whether sources are queried for it, and then a favourite is stored.
  var addsFavorite: Bool { Methods[method]?.result == .favorite }

  /// Whether it may wait until the favourites are read, before sources are queried for it.
  var mayAwaitFavorites: Bool { method == .favoritesLinks || parameters.artistsOf == .favorites }

  var isOfChart: Bool { Methods[method]?.subject == .chart }

  /// Whether it is for one entity, and fails if that was not found.
  var isOfOne: Bool {
    guard let result = Methods[method]?.result else { return false }
    return [.single, .artwork, .preview, .lyrics, .stream, .explanation].contains(result)
  }

  var isFile: Bool { Methods[method]?.isFile == true }
}
