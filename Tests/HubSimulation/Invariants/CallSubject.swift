import BusProtocol
import MusicModel

/// The subject of a call, independent of providers: all sources number their entities alike.
struct CallSubject: Hashable, Sendable {
  private let method: Method
  private let text: String?
  private let number: String?
  private let chart: CallParameters.Chart?

  init(_ method: Method, _ parameters: CallParameters) {
    self.method = method
    text = parameters.text
    number = parameters.id?.value
    chart = Methods[method]?.subject == .chart ? parameters.chart ?? .albums : nil
  }

  /// The subjects of the calls to providers that serve the call: those of all searches, if it searches all kinds, of the albums of all
  /// artists, if it is about many, and of all favourites, if it asks for their links.
  var ofProviders: [CallSubject] {
    if method == .albumsMissing {
      return (0..<Topic.count).map { number in
        var parameters = CallParameters()
        parameters.id = EntityID("any:artist:\(number)")
        return CallSubject(.artistAlbums, parameters)
      }
    }
    if method == .favoritesLinks {
      return [(Method.albumGet, "album"), (.songGet, "song")].flatMap { get, type in
        (0..<Topic.count).map { number in
          var parameters = CallParameters()
          parameters.id = EntityID("any:\(type):\(number)")
          return CallSubject(get, parameters)
        }
      }
    }
    guard [.searchAll, .namesResolve].contains(method) else { return [self] }
    return EntityKind.searched.compactMap(Methods.search).map { method in
      var parameters = CallParameters()
      parameters.text = text
      return CallSubject(method, parameters)
    }
  }

  /// Whether the call is about one entity, and the id is one of its ids.
  func isAbout(_ id: EntityID) -> Bool {
    Methods[method]?.isSingle == true && id.value == number
  }
}
