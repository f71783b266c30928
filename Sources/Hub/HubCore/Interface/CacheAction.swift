package import BusProtocol
package import MusicModel

/// An action on the provider cache that a client wants.
package enum CacheAction: Hashable, Sendable {
  case status
  /// Removes all entries that are not pinned.
  case clear
  /// Protects the entries of these ids from eviction, or removes that protection.
  case pin([EntityID], isPinned: Bool)
  /// Removes that protection from all entries.
  case unpinAll
  /// The last searches.
  case recent(limit: Int)
  /// An action on the library.
  case library(LibraryCommand)
}

/// An action on the library that a client wants.
package enum LibraryCommand: Hashable, Sendable {
  case status
  /// Removes all records.
  case clear
  /// Removes all records, and adds those of the provider cache.
  case rebuild
}

/// The result of a cache action.
package enum CacheReport: Hashable, Sendable {
  case status(CacheStatus)
  case recent([RecentSearch])
  case library(LibraryStatus)
  /// The action failed, for a reason that is a sentence.
  case failed(String)
}

extension CacheAction {
  private static let defaultRecent = 20

  /// The action of a call that names an entity with these ids.
  init(_ method: Method, _ parameters: CallParameters, ids: [EntityID]) {
    switch method {
    case .cacheClear: self = .clear
    case .cacheUnpin where ids.isEmpty: self = .unpinAll
    case .cachePin, .cacheUnpin: self = .pin(ids, isPinned: method == .cachePin)
    case .searchesRecent: self = .recent(limit: parameters.limit ?? CacheAction.defaultRecent)
    case .libraryStatus: self = .library(.status)
    case .libraryClear: self = .library(.clear)
    case .libraryRebuild: self = .library(.rebuild)
    default: self = .status
    }
  }
}

extension CacheReport {
  /// The reply to the call.
  var result: OperationResult {
    var done = Done()
    switch self {
    case .status(let status): done.cache = status
    case .recent(let searches): done.recent = searches
    case .library(let status): done.library = status
    case .failed(let problem): return .failed(Failure(.internalError, problem))
    }
    return .done(done, short: nil)
  }
}
