import MusicModel

/// All records that providers have sent, and all queried ids.
struct ProviderHistory: Sendable {
  private var names: [EntityID: Set<String>] = [:]
  private var queried: Set<EntityID> = []
  /// The ids in replies, by subject.
  private var replies: [CallSubject: Set<EntityID>] = [:]

  mutating func recordQueried(_ id: EntityID) { queried.insert(id) }

  mutating func record(_ entities: [Entity], of subject: CallSubject) {
    for entity in entities {
      for id in entity.ids {
        names[id, default: []].insert(entity.displayName)
        replies[subject, default: []].insert(id)
      }
    }
  }

  /// Whether a provider has sent the entity in reply to this subject.
  func isReply(_ entity: Entity, to subject: CallSubject) -> Bool {
    let notified = subject.ofProviders.reduce(into: Set()) { $0.formUnion(replies[$1] ?? []) }
    return entity.ids.contains { notified.contains($0) || subject.isAbout($0) }
  }

  /// The part of an entity that no provider has sent.
  func problem(with entity: Entity) -> String? {
    if let id = entity.ids.first(where: { names[$0] == nil && !queried.contains($0) }) {
      return "no provider sent \(id), which is in \(entity.ids)"
    }
    guard entity.ids.contains(where: { names[$0]?.contains(entity.displayName) == true }) else {
      return "no provider calls \(entity.ids) \"\(entity.displayName)\""
    }
    return nil
  }
}
