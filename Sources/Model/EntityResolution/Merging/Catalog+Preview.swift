package import BusProtocol
import MusicModel

extension Catalog {
  /// Returns the changes of these entities under another policy, without applying it. They are in
  /// the order of the entities and then of the members' names. `nowMs` is the time in milliseconds since
  /// 1970, for the ages of values; if `nil`, they have none.
  package static func preview(
    of policy: MergePolicy,
    for entities: [MergedEntity],
    at nowMs: Int? = nil
  ) -> [PolicyDifference] {
    entities.flatMap { merged -> [PolicyDifference] in
      let old = merged.provenance(at: nowMs)
      let new = Entity.provenance(of: merged.records, under: policy, at: nowMs)
      return old.keys.sorted().compactMap { member in
        guard let before = old[member]?.shown, let after = new[member]?.shown,
          before.value != after.value
        else { return nil }
        return PolicyDifference(
          entity: merged.entity.id,
          name: merged.entity.displayName,
          member: member,
          old: before,
          new: after
        )
      }
    }
  }
}
