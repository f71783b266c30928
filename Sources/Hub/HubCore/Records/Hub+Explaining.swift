import BusProtocol
import EntityResolution
import MusicModel

/// Why an entity is what it is.
extension Hub {
  /// Entities of a like name that are looked at as neighbours.
  private static let neighborsMax = 50

  /// Answers a call with all that led to the entity that was found.
  mutating func explain(_ one: MergedEntity, _ call: ClientCall, _ sources: [SourceReport]) {
    let others = entityIndex.neighbors(of: one, max: Hub.neighborsMax)
    let explanation = Catalog.explain(
      one.entity.id,
      among: one.records + others.flatMap(\.records),
      policy: entityIndex.resolver.policy,
      verdicts: entityIndex.resolver.verdicts
    )
    guard let explanation else { return endWithout(call.key, sources) }
    var done = Done()
    done.sources = sources
    done.explanation = report(explanation, of: call)
    let conflicts = entityIndex.verdicts.conflicts
    if !conflicts.isEmpty { done.notes = conflicts }
    let header = Header(type: .done, re: call.id, sid: sessions.sid(of: call.client))
    if !send(header, done, to: call.client) {
      // What nearly joined is the least of it.
      done.explanation?.neighbors = nil
      guard send(header, done, to: call.client) else {
        return fail(call.key, Failure(.tooLarge, "The explanation is too large for one message."))
      }
    }
    forget(call)
  }

  private func report(_ explanation: Explanation, of call: ClientCall) -> ExplanationReport {
    let asTold = Dictionary(
      call.sources.flatMap { provider, source in
        source.records.map { SourceRecord(provider: provider, entity: $0) }
      }.map { (RecordComparison.Name($0), $0) }
    ) { first, _ in first }
    // What a record said before and says no more goes under the name of the record.
    var latest: [RecordComparison.Name: SourceRecord] = [:]
    for record in explanation.entity.records { latest[RecordComparison.Name(record)] = record }
    let records = explanation.entity.records.filter {
      latest[RecordComparison.Name($0)] == $0
    }
    var report = ExplanationReport(
      entity: favorites.withFavoriteMark(explanation.entity.entity),
      records: records.map { record in
        ExplanationReport.Record(
          provider: record.provider,
          entity: (asTold[RecordComparison.Name(record)] ?? record).entity,
          ageMs: wallMs.flatMap { now in record.fetchedMs.map { max(0, now - $0) } }
        )
      }
    )
    report.joins = explanation.pairs
      .filter { records.contains($0.a) && records.contains($0.b) }
      .map { comparison(of: $0, asTold: asTold) }
    report.fields = explanation.entity.origins(at: wallMs)
    report.neighbors = explanation.neighbors.map { neighbor in
      ExplanationReport.Neighbor(
        entity: favorites.withFavoriteMark(neighbor.entity.entity.brief),
        nearest: RecordComparison(neighbor.nearest),
        separatedBy: neighbor.separatedBy.map { RecordComparison($0) }
      )
    }
    let ids = explanation.entity.entity.ids
    report.verdicts = entityIndex.verdicts.filter { $0.mentions(ids) }.map { $0.report(at: wallMs) }
    return report
  }

  /// What speaks for and against a join. Where the records by themselves do not say it, the hub has
  /// looked for the entity at one of the two and found the other; that is told as what it is.
  private func comparison(
    of pair: Explanation.Pair,
    asTold: [RecordComparison.Name: SourceRecord]
  ) -> RecordComparison {
    let comparison = RecordComparison(pair)
    guard let a = asTold[comparison.a], let b = asTold[comparison.b] else { return comparison }
    let plain = entityIndex.resolver.compare(a, b)
    guard plain != pair.comparison else { return comparison }
    var honest = RecordComparison(a, b, plain)
    guard plain.verdict == .undecided, comparison.decision == .same else { return honest }
    let weight = comparison.points - honest.points
    let text = "Looking for \"\(a.entity.displayName)\" found \(honest.b.id) and nothing else."
    let reason = RecordComparison.Reason(side: .for, weight: max(1, weight), text: text)
    honest.reasons = [reason] + (honest.reasons ?? [])
    honest.decision = .same
    honest.points += reason.weight
    return honest
  }
}

extension RecordComparison.Name {
  fileprivate init(_ record: SourceRecord) {
    self.init(provider: record.provider, id: record.entity.id)
  }
}

extension RecordComparison {
  fileprivate init(_ pair: Explanation.Pair) {
    self.init(pair.a, pair.b, pair.comparison)
  }

  fileprivate init(_ a: SourceRecord, _ b: SourceRecord, _ comparison: Comparison) {
    self.init(
      a: Name(a),
      b: Name(b),
      decision: RecordComparison.Decision(rawValue: comparison.verdict.rawValue) ?? .undecided,
      points: comparison.points,
      reasons: comparison.reasons.map { reason in
        Reason(
          side: reason.side == .for ? .for : .against,
          weight: reason.weight,
          text: reason.text
        )
      }
    )
  }
}
