import MusicModel

/// Telling evidence to a person.
extension Reason {
  init(_ evidence: Evidence, _ one: Entity, _ other: Entity) {
    self.init(
      side: evidence.points > 0 ? .for : .against,
      weight: abs(evidence.points),
      text: "\(evidence.aspect)"
    )
  }
}
