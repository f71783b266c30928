import MusicModel

/// The comparison of two records with descriptions for users.
extension Matcher {
  func compare(_ a: SourceRecord, _ b: SourceRecord) -> Comparison {
    guard a.entity.kind == b.entity.kind else {
      let text = "One is \(a.entity.kind.rawValue), the other \(b.entity.kind.rawValue)."
      let reason = Reason(side: .against, weight: Weights.id, text: text)
      return Comparison(verdict: .different, reasons: [reason])
    }
    let records = [a, b]
    let evidence =
      switch a.entity.kind {
      case .artist: score(batch(of: [0, 1], in: records, ArtistFeatures.read))
      case .album: score(batch(of: [0, 1], in: records, AlbumFeatures.read))
      case .song: score(batch(of: [0, 1], in: records, SongFeatures.read))
      case .chart: score(batch(of: [0, 1], in: records, ChartFeatures.read))
      }
    return Comparison(
      verdict: MatchDecision(points: evidence.points),
      reasons: evidence.items.map { Reason($0, a.entity, b.entity) }
        .sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }
    )
  }

  private func score<Kind>(_ batch: RecordBatch<Kind>) -> EvidenceList {
    var evidence = EvidenceList()
    if batch.count == 2 { batch.score(0, 1, into: &evidence) }
    return evidence
  }
}
