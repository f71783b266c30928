import BusProtocol
import ClientKit
import MusicModel

/// An entity found by name, with the sources that returned it.
struct NameMatch: Hashable, Sendable {
  var entity: Entity
  var sources: [SourceReport]

  /// A reply with this entity, for the case that a call for details returned only these reports.
  func reply(after reports: [SourceReport]) -> Reply {
    let missing = reports.filter(\.outcome.isMissing)
    let replied = sources.filter { source in !missing.contains { $0.provider == source.provider } }
    var done = Done()
    done.sources = (replied + missing).sorted { $0.provider < $1.provider }
    return Reply(items: [entity], done: done)
  }
}
