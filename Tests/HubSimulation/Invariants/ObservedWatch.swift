import BusProtocol
import MusicModel

/// The state of the hub according to the parts of a watch.
struct ObservedWatch: Sendable {
  private var hub: HubStatus?
  private var providers: [ProviderID: ProviderStatus] = [:]

  /// Observes a part.
  ///
  /// - Returns: the problem with it, or `nil`.
  mutating func takes(_ part: Part) -> String? {
    if hub == nil, part.hub == nil || part.providers == nil {
      return "the first part is not a whole state"
    }
    if part.items != nil || part.upsert != nil || part.gone != nil { return "it holds music" }
    // All watchers get the same changes, so a new one may know some already.
    for status in part.providers ?? [] { providers[status.id] = status }
    for id in part.removed ?? [] { providers[id] = nil }
    hub = part.hub ?? hub
    return nil
  }

  /// The difference from the present status of the hub.
  func difference(from done: Done) -> String? {
    var (mine, theirs) = (hub, done.hub)
    mine?.uptimeMs = 0
    theirs?.uptimeMs = 0
    if mine != theirs {
      return "\(String(describing: mine)) and not \(String(describing: theirs))"
    }
    var rest = providers
    for status in done.providers ?? [] {
      var status = status
      // They are long, or change constantly, so watches do not contain them.
      (status.configSchema, status.budgets) = (nil, nil)
      let known = rest.removeValue(forKey: status.id)
      if known != status { return "\(String(describing: known)) and not \(status)" }
    }
    return rest.isEmpty ? nil : "\(rest.keys.sorted()) are not there"
  }
}
