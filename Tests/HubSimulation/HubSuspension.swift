import HubCore

/// The events that arrive while the process of the hub is suspended.
struct HubSuspension: Sendable {
  private(set) var events: [(Event, DecodedReply?)] = []
  /// Events of the favourites, which are delivered first.
  private(set) var favorites: [Event] = []

  mutating func add(_ event: Event, _ reply: DecodedReply?) {
    switch event {
    case .tick: break
    case .favorites: favorites.append(event)
    default: events.append((event, reply))
    }
  }
}
