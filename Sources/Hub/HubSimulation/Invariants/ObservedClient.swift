import BusProtocol
import HubCore
import MusicModel

/// One client's session, as the judge sees it.
struct ObservedClient: Sendable {
  let sid: String
  var heard: Int
  var calls: [String: ObservedCall] = [:]
}

/// One call in flight, as the judge sees it.
struct ObservedCall: Sendable {
  let method: Method
  let parameters: CallParameters
  let since: Int
  /// When it must have been answered; a watch has no end of its own.
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
    // What was asked of sources gets a moment more on its way to the disk.
    let diskMs = Methods[method]?.result == .favorite ? 250 : 0
    mark = method == .watchHub ? .max : now + timeoutMs - max(50, timeoutMs / 20) + diskMs
  }

  var subject: CallSubject { CallSubject(method, parameters) }

  var isWatch: Bool { method == .watchHub }

  /// Whether providers may be asked something for it.
  var mayQueryProviders: Bool { !isWatch && parameters.cache != .only }

  /// Whether it changes what is kept; it ends when that is on the disk.
  var isStorageCommand: Bool {
    guard let handler = Methods[method]?.handler else { return false }
    return [.favorites, .records, .cache, .providers].contains(handler)
  }

  var isOfFavorites: Bool { Methods[method]?.handler == .favorites }

  /// Whether sources are queried for it, and then a favourite is stored.
  var addsFavorite: Bool { Methods[method]?.result == .favorite }

  var isOfChart: Bool { Methods[method]?.subject == .chart }

  /// Whether it is for one thing, and an error where that was not found.
  var isOfOne: Bool {
    guard let result = Methods[method]?.result else { return false }
    return [.single, .artwork, .preview, .explanation].contains(result)
  }

  var isFile: Bool { Methods[method]?.isFile == true }
}
