import BusProtocol
import CommandKit
import MusicModel

/// What ``ExplanationPage`` shows as rows for scripts, unshortened.
enum ExplanationTable {
  struct Row: Hashable, Sendable {
    /// `entity`, `record`, `evidence`, `reason`, `verdict`, `field`, `alternative` or `neighbor`.
    var part: String
    /// An id, or the name of a member.
    var subject: String
    /// The second id of a comparison.
    var other = ""
    var value: String
    var points: Int?
    var source: ProviderID?
  }

  static func of(_ explanation: ExplanationReport) -> Table<Row> {
    let neighbors = explanation.neighbors ?? []
    return Table(
      columns: columns,
      rows: [row("entity", explanation.entity)]
        + explanation.records.map { row("record", $0.entity, $0.provider) }
        + (explanation.joins ?? []).flatMap(rows(of:))
        + (explanation.verdicts ?? []).map { verdict in
          Row(
            part: "verdict",
            subject: "\(verdict.a)",
            other: "\(verdict.b)",
            value: verdict.relation.rawValue
          )
        }
        + (explanation.fields ?? [:]).sorted { $0.key < $1.key }.flatMap {
          rows(of: $0.key, $0.value)
        }
        + neighbors.flatMap { neighbor in
          [row("neighbor", neighbor.entity)] + rows(of: neighbor.nearest)
            + (neighbor.separatedBy.map(rows(of:)) ?? [])
        }
    )
  }

  private static func row(_ part: String, _ entity: Entity, _ source: ProviderID? = nil) -> Row {
    Row(part: part, subject: "\(entity.id)", value: entity.displayName, source: source)
  }

  private static func rows(of join: RecordComparison) -> [Row] {
    let (one, other) = ("\(join.a.id)", "\(join.b.id)")
    let evidence = Row(
      part: "evidence",
      subject: one,
      other: other,
      value: join.decision.rawValue,
      points: join.points
    )
    return [evidence]
      + (join.reasons ?? []).map { reason in
        let weight = reason.side == .for ? reason.weight : -reason.weight
        return Row(part: "reason", subject: one, other: other, value: reason.text, points: weight)
      }
  }

  private static func rows(of name: String, _ field: FieldProvenance) -> [Row] {
    let shown = ValueText.whole(field.value)
    return [Row(part: "field", subject: name, value: shown, source: field.provider)]
      + (field.alternatives ?? []).map { other in
        let value = ValueText.whole(other.value)
        return Row(part: "alternative", subject: name, value: value, source: other.provider)
      }
  }

  private static let columns: [Table<Row>.Column] = [
    .init("Part") { StyledText($0.part) },
    .init("Subject") { StyledText($0.subject) },
    .init("Other") { StyledText($0.other) },
    .init("Value") { StyledText($0.value) },
    .init("Points") { StyledText($0.points.map(String.init) ?? "") },
    .init("Source") { StyledText($0.source?.rawValue ?? "") },
  ]
}
