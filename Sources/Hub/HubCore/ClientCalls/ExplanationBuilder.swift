import BusProtocol
import EntityResolution
import MusicModel

/// Builds the explanation of an entity: its records, and the evidence for and against each pair.
struct ExplanationBuilder {
  let call: ClientCall
  let index: EntityIndex
  /// The time in milliseconds since 1970, if known.
  let unixMs: Int?

  /// Entities of a similar name that are compared with the entity.
  private static let maxNeighbors = 50

  /// The reply that explains an entity, or `nil` if it has no records. `marked` adds the favourite
  /// mark.
  func done(
    _ entity: MergedEntity,
    _ sources: [SourceReport],
    marked: (Entity) -> Entity
  ) -> Done? {
    let others = index.neighbors(of: entity, max: ExplanationBuilder.maxNeighbors)
    let explanation = Catalog.explain(
      entity.entity.id,
      among: entity.records + others.flatMap(\.records),
      policy: index.resolver.policy,
      verdicts: index.resolver.verdicts
    )
    guard let explanation else { return nil }
    var done = Done()
    done.sources = sources
    done.explanation = report(explanation, marked)
    let conflicts = index.verdicts.conflicts
    if !conflicts.isEmpty { done.notes = conflicts }
    return done
  }

  private func report(
    _ explanation: Explanation,
    _ marked: (Entity) -> Entity
  ) -> ExplanationReport {
    let received = Dictionary(
      call.gathering.branches.values.flatMap(\.items.records).map {
        (RecordComparison.Name($0), $0)
      }
    ) { first, _ in first }
    var report = ExplanationReport(
      entity: marked(explanation.entity.entity),
      records: explanation.records.map { record in
        ExplanationReport.Record(
          provider: record.provider,
          entity: (received[RecordComparison.Name(record)] ?? record).entity,
          ageMs: record.ageMs(at: unixMs)
        )
      }
    )
    report.joins = explanation.pairs.map { comparison(of: $0, received: received) }
    report.fields = explanation.entity.provenance(at: unixMs)
    report.neighbors = explanation.neighbors.map { neighbor in
      ExplanationReport.Neighbor(
        entity: marked(neighbor.entity.entity.brief),
        nearest: neighbor.nearest,
        separatedBy: neighbor.separatedBy
      )
    }
    let ids = explanation.entity.entity.ids
    report.verdicts = index.verdicts.filter { $0.mentions(ids) }.map { $0.report(at: unixMs) }
    return report
  }

  /// Returns the evidence for and against a pair.
  ///
  /// If the records alone are not sufficient, the hub has searched one provider for the entity and
  /// found the other record; that is the evidence then.
  private func comparison(
    of pair: RecordComparison,
    received: [RecordComparison.Name: SourceRecord]
  ) -> RecordComparison {
    guard let a = received[pair.a], let b = received[pair.b] else { return pair }
    var honest = index.resolver.compare(a, b)
    guard honest != pair, honest.decision == .undecided, pair.decision == .same else {
      return honest
    }
    let weight = pair.points - honest.points
    let text = "a search for \"\(a.entity.displayName)\" found only \(honest.b.id)"
    let reason = RecordComparison.Reason(side: .for, weight: max(1, weight), text: text)
    honest.reasons = [reason] + (honest.reasons ?? [])
    honest.decision = .same
    honest.points += reason.weight
    return honest
  }
}

/// The provenance of the values of an entity, as clients see it.
extension MergedEntity {
  /// The entity with the member `provenance`: the origin of each other member.
  func withProvenance(at nowMs: Int?) -> Entity {
    let provenance = JSONValue.object(self.provenance(at: nowMs).mapValues(\.json))
    switch entity {
    case .artist(var artist):
      artist.extra["provenance"] = provenance
      return .artist(artist)
    case .album(var album):
      album.extra["provenance"] = provenance
      return .album(album)
    case .song(var song):
      song.extra["provenance"] = provenance
      return .song(song)
    case .chart(var chart):
      chart.extra["provenance"] = provenance
      return .chart(chart)
    }
  }
}

extension ValueReport {
  fileprivate var json: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "value": value, "provider": .string(provider.rawValue), "record": .string("\(record)"),
    ]
    members["ageMs"] = ageMs.map(JSONValue.integer)
    return members
  }
}

extension FieldProvenance {
  fileprivate var json: JSONValue {
    var members = shown.json
    if let alternatives { members["alternatives"] = .array(alternatives.map { .object($0.json) }) }
    return .object(members)
  }
}
