package import BusProtocol
package import MusicModel

/// The content of a provider call. Equal queries in flight are coalesced.
package struct ProviderQuery: Hashable, Sendable {
  package let provider: ProviderID
  package let method: Method
  package let parameters: CallParameters
  /// Whether only a cached reply may be used.
  package let isOffline: Bool

  package init(
    provider: ProviderID,
    method: Method,
    parameters: CallParameters,
    cache: CallParameters.CacheMode? = nil
  ) {
    self.provider = provider
    self.method = method
    self.parameters = parameters
    isOffline = cache == .only
  }

  /// The query under which the reply is cached.
  ///
  /// Other known ids of the entity and the known name of an artist do not matter to it, except that
  /// lyrics are looked for by the names.
  var cacheKey: ProviderQuery {
    var parameters = parameters
    parameters.ids = nil
    if parameters.id != nil, method != .songLyrics { parameters.artist = nil }
    return ProviderQuery(provider: provider, method: method, parameters: parameters)
  }
}
