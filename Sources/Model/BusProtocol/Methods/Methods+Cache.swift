extension Method {
  public static let cacheStatus = Method(rawValue: "cache.status")
  public static let clearCache = Method(rawValue: "cache.clear")
  public static let pinAnswers = Method(rawValue: "cache.pin")
  public static let unpinAnswers = Method(rawValue: "cache.unpin")
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
      .pinAnswers,
      "protects the cache entries of an entity from eviction",
      .cache,
      gives: ["cache"],
      client: .init([.id])
    ),
    MethodSpec(
      .unpinAnswers,
      "removes that protection",
      .cache,
      gives: ["cache"],
      client: .init([.id])
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
