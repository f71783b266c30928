import BusProtocol
import EntityResolution
import MusicModel

/// Which of several values is shown.
extension Hub {
  /// Entities that a policy is tried on: those used last.
  private static let triedMax = 1_000
  private static let changesDefault = 200

  /// Takes the policy of the configuration; one that cannot be read is told and passed over.
  mutating func readPolicy() {
    guard let written = settings.policy else { return }
    do throws(Failure) {
      entityIndex.use(try MergePolicy(written: written))
    } catch {
      log(.warning, "The configuration's hub.policy is not used: \(error.message)")
    }
  }

  /// What another policy would show otherwise of what the hub knows; nothing is applied.
  func preview(_ parameters: CallParameters) throws(Failure) -> Done {
    let policy = try MergePolicy(written: parameters.policy ?? .null)
    let known = entityIndex.all
    let entities = known.prefix(Hub.triedMax).flatMap { entityIndex.resolver.merge($0.records) }
    let changes = Catalog.preview(of: policy, for: entities)
    var done = Done()
    done.total = changes.count
    done.changes = changes.prefix(parameters.limit ?? Hub.changesDefault).map { change in
      PolicyDifference(
        entity: change.entity,
        name: change.name,
        member: change.member,
        old: ValueReport(change.old, at: wallMs),
        new: ValueReport(change.new, at: wallMs)
      )
    }
    if known.count > Hub.triedMax {
      done.notes = ["Tried on the \(Hub.triedMax) entities that were used last of \(known.count)."]
    }
    return done
  }
}
