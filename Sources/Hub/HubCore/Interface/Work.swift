import MusicModel

/// What is left to do for a call in this turn. The hub does it first in, first out (`Hub.finishWork`).
enum Work: Sendable {
  /// A lane has something to tell who waits for a call of it.
  case news(LaneNews, of: ProviderID, for: Waiter)
  /// Something happens to a call.
  case call(ClientCallID, ClientCall.Input)
}
