import MusicModel

/// All that providers ever told, and all that was asked.
struct ProviderHistory: Sendable {
  private var names: [EntityID: Set<String>] = [:]
  private var asked: Set<EntityID> = []
  /// Which ids were told in answer to what.
  private var answers: [CallSubject: Set<EntityID>] = [:]

  mutating func recordQueried(_ id: EntityID) { asked.insert(id) }

  mutating func record(_ entities: [Entity], of subject: CallSubject) {
    for entity in entities {
      for id in entity.ids {
        names[id, default: []].insert(entity.displayName)
        answers[subject, default: []].insert(id)
      }
    }
  }

  /// Whether anybody told of the entity who was asked just that.
  func isReply(_ entity: Entity, to subject: CallSubject) -> Bool {
    let notified = answers[subject] ?? []
    return entity.ids.contains { notified.contains($0) || subject.isAbout($0) }
  }

  /// What of an entity nobody told.
  func problem(with entity: Entity) -> String? {
    if let id = entity.ids.first(where: { names[$0] == nil && !asked.contains($0) }) {
      return "nobody told of \(id), which is in \(entity.ids)"
    }
    guard entity.ids.contains(where: { names[$0]?.contains(entity.displayName) == true }) else {
      return "nobody calls \(entity.ids) \"\(entity.displayName)\""
    }
    return nil
  }
}
