import BusProtocol
import ClientKit
import MusicModel

/// An entity that a name has led to, and the sources that told of it.
struct NameMatch: Hashable, Sendable {
  var entity: Entity
  var sources: [SourceReport]

  /// The entity as the answer to a question for more, of which these reports are all that came.
  func answer(after reports: [SourceReport]) -> Reply {
    let missing = reports.filter(\.outcome.isMissing)
    let heard = sources.filter { source in !missing.contains { $0.provider == source.provider } }
    var done = Done()
    done.sources = (heard + missing).sorted { $0.provider < $1.provider }
    return Reply(items: [entity], done: done)
  }
}
