/// A change in the state of a provider call, besides new items and its end.
enum ProviderCallChange: Sendable {
  /// The cache has an older reply, which does not end the call.
  case cachedReplyFound(CachedReply)
  /// It waits for a request budget, or no longer does.
  case deferred(Bool)
}
