import MusicModel

/// The ids under which an entity is known, and which of them only by a person's word.
struct KnownIDs: Sendable {
  private let asked: EntityID
  private(set) var all: [EntityID]
  private(set) var byVerdict: [EntityID] = []

  init(_ id: EntityID) {
    asked = id
    all = [id]
  }

  /// Adds ids that name the same, unless persons said that they do not.
  mutating func add(_ ids: [EntityID], by judgement: EntityResolver) {
    for id in ids where !all.contains(id) && !judgement.isForeign(id, to: [asked]) {
      all.append(id)
    }
  }

  /// Adds what persons said to be the same as any of these.
  mutating func addVerdicts(_ judgement: EntityResolver) {
    byVerdict = judgement.namesByVerdict(of: all)
    all += byVerdict
  }
}
