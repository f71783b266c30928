extension Method {
  public static let cacheStatus = Method(rawValue: "cache.status")
  public static let clearCache = Method(rawValue: "cache.clear")
  public static let pinCache = Method(rawValue: "cache.pin")
  public static let unpinCache = Method(rawValue: "cache.unpin")
  public static let recentSearches = Method(rawValue: "searches.recent")
}

extension Methods {
  /// The methods about the provider cache.
  static let ofCache: [MethodSpec] = [
    MethodSpec(
      .cacheStatus,
      "returns the size of the provider cache",
      .cache,
      gives: ["cache"],
      isReadOnly: true
    ),
    MethodSpec(
      .clearCache,
      "removes all cache entries that are not pinned, and the recent searches",
      .cache,
      gives: ["cache"]
    ),
    MethodSpec(
      .pinCache,
      "protects the cache entries of an entity from eviction",
      .cache,
      gives: ["cache"],
      client: .init([.id])
    ),
    MethodSpec(
      .unpinCache,
      "removes that protection",
      .cache,
      gives: ["cache"],
      client: .init(optional: [.id])
    ),
    MethodSpec(
      .recentSearches,
      "lists recent searches, the last one first",
      .cache,
      gives: ["recent"],
      isReadOnly: true,
      client: .init(optional: [.limit])
    ),
  ]
}
