import BusProtocol
import EntityResolution
import MusicModel

/// The merge policy: read from the configuration, and tried out by clients.
extension EntityIndex {
  /// The maximum number of entities, the most recently used ones, on which a policy is tried.
  private static let maxTried = 1_000
  private static let defaultLimit = 200

  /// Applies the policy of the configuration, or logs why it is invalid.
  mutating func readPolicy(_ json: JSONValue, _ turn: inout Turn) {
    do throws(Failure) {
      use(try MergePolicy(written: json))
    } catch {
      turn.log(.warning, "Ignored hub.policy: \(error.message)")
    }
  }

  /// Returns the values that another policy would change, without applying anything.
  func preview(_ parameters: CallParameters, unixMs: Int?) throws(Failure) -> Done {
    let policy = try MergePolicy(written: parameters.policy ?? .null)
    let known = all
    let entities = known.prefix(EntityIndex.maxTried).flatMap { resolver.merge($0.records) }
    let changes = Catalog.preview(of: policy, for: entities, at: unixMs)
    var done = Done()
    done.total = changes.count
    done.changes = Array(changes.prefix(parameters.limit ?? EntityIndex.defaultLimit))
    if known.count > EntityIndex.maxTried {
      let count = EntityIndex.maxTried
      done.notes = ["Previewed on the \(count) most recently used of \(known.count) entities."]
    }
    return done
  }
}
