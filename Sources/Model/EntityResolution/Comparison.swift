package import BusProtocol
import MusicModel

extension RecordComparison {
  /// The comparison of two records, whose compared entities are `one` and `other`.
  init(_ a: SourceRecord, _ b: SourceRecord, _ one: Entity, _ other: Entity, _ evidence: Evidence) {
    self.init(a: Name(a), b: Name(b), decision: Decision(evidence.points), points: evidence.points)
    reasons = evidence.items.filter { $0.points != 0 }.map { Reason($0, one, other) }
      .sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }
    guard one.kind != other.kind else { return }
    let text = "One is \(one.kind.rawValue), the other \(other.kind.rawValue)."
    reasons = [Reason(side: .against, weight: Weights.id.points, text: text)]
    (decision, points) = (.different, Weights.otherID.points)
  }
}

extension RecordComparison.Name {
  package init(_ record: SourceRecord) {
    self.init(provider: record.provider, id: record.entity.id)
  }
}

extension RecordComparison.Decision {
  init(_ points: Int) {
    self =
      if points >= Weights.same {
        .same
      } else if points <= Weights.different {
        .different
      } else {
        .undecided
      }
  }
}
