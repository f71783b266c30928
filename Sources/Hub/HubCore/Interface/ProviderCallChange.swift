import BusProtocol

/// A change in the state of a provider call, besides new items and its end.
enum ProviderCallChange: Sendable {
  /// The cache has an older reply, which does not end the call.
  case cachedReplyFound(CachedReply)
  /// It waits for a request budget, or no longer does.
  case deferred(Bool)
  /// Its source refused it until the time that the error states, and it is made again then.
  case refused(SourceReport.SourceError)
}
