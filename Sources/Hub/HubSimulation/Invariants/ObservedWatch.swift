import BusProtocol
import MusicModel

/// What somebody who watches the hub knows of it, by the parts that came.
struct ObservedWatch: Sendable {
  private var hub: HubStatus?
  private var providers: [ProviderID: ProviderStatus] = [:]

  /// Takes in a part.
  ///
  /// - Returns: what is wrong with it.
  mutating func takes(_ part: Part) -> String? {
    if hub == nil, part.hub == nil || part.providers == nil { return "the first part is no state" }
    if part.items != nil || part.upsert != nil || part.gone != nil { return "it holds music" }
    // One list of changes is for all: it may tell what a new watcher knows already.
    for status in part.providers ?? [] { providers[status.id] = status }
    for id in part.removed ?? [] { providers[id] = nil }
    hub = part.hub ?? hub
    return nil
  }

  /// What differs from what the hub says of itself now.
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
      // They are long, or change by themselves: nobody is told of them.
      (status.configSchema, status.budgets) = (nil, nil)
      let known = rest.removeValue(forKey: status.id)
      if known != status { return "\(String(describing: known)) and not \(status)" }
    }
    return rest.isEmpty ? nil : "\(rest.keys.sorted()) are not there"
  }
}
