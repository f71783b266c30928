package import MusicModel

/// One member that another policy would show otherwise.
package struct PolicyChange: Hashable, Sendable {
  package var entity: EntityID
  /// The name of the entity, for users.
  package var name: String
  /// The member's name in JSON.
  package var member: String
  package var old: SourcedValue
  package var new: SourcedValue
}

extension Catalog {
  /// Returns the changes of these entities under another policy, without applying it. They are in
  /// the order of the entities and then of the members' names.
  package static func preview(
    of policy: MergePolicy,
    for entities: [MergedEntity]
  ) -> [PolicyChange] {
    entities.flatMap { merged -> [PolicyChange] in
      let old = merged.provenance
      let new = Entity.provenance(of: merged.records, under: policy, NameReader())
      return old.keys.sorted().compactMap { member in
        guard let before = old[member]?.chosen, let after = new[member]?.chosen,
          before.value != after.value
        else { return nil }
        return PolicyChange(
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
