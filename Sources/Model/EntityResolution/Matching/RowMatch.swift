package import BusProtocol
package import MusicModel

/// An entity that the row of a file may mean.
package struct MatchCandidate: Hashable, Sendable {
  package let id: EntityID
  package let records: [SourceRecord]

  package init(id: EntityID, records: [SourceRecord]) { (self.id, self.records) = (id, records) }
}

extension Catalog {
  /// Says which of several entities a row means. A row is a record with nothing but the evidence, so
  /// names that are merely similar match only with the support of a length or position.
  package static func match(
    _ row: Entity,
    among candidates: [MatchCandidate],
    verdicts: UserVerdicts = .empty,
    names: NameReader = NameReader()
  ) -> EntityMatch {
    guard let provider = ProviderID(rawValue: "row") else { return EntityMatch(.none) }
    let record = SourceRecord(provider: provider, entity: row)
    let found = candidates.compactMap {
      RowMatch(record, with: $0, verdicts: verdicts, names: names)
    }
    // Equal ones stay in the order of the search, which puts the best known first.
    let ordered = found.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      if first.isFirm != second.isFirm { return first.isFirm }
      return (second.points, one.offset) < (first.points, other.offset)
    }
    .map(\.element)
    guard let best = ordered.first else { return EntityMatch(.none) }
    let possible = ordered.map(\.candidate)
    guard best.isFirm else { return EntityMatch(.doubtful, possible) }
    let isClear = ordered.dropFirst().allSatisfy { other in
      !other.isFirm || best.isAhead(of: other) || best.isAs(other)
        || best.isBetterKnown(than: other)
    }
    return EntityMatch(isClear ? .matched : .doubtful, possible)
  }
}

extension SourceRecord {
  /// The record with the kind of another one if it is an album without a kind, and whether it is: that
  /// a file does not say that an album is a single shows nothing.
  fileprivate func withKind(of other: SourceRecord) -> (SourceRecord, isOfUnknownKind: Bool) {
    guard case .album(var album) = entity, case .album(let other) = other.entity,
      album.albumKind == nil
    else { return (self, false) }
    album.albumKind = other.albumKind
    return (SourceRecord(provider: provider, entity: .album(album)), true)
  }

  /// Whether it is a single or an EP.
  fileprivate var isShortRelease: Bool {
    guard case .album(let album) = entity else { return false }
    return album.albumKind == .single || album.albumKind == .ep
  }
}

/// The comparison of a row with an entity that it may mean.
private struct RowMatch {
  let candidate: EntityMatch.Candidate
  /// The evidence, which orders candidates.
  let points: Int
  /// Whether the evidence is sufficient, if no other entity has as much.
  let isFirm: Bool
  private let record: SourceRecord
  private let providers: Set<ProviderID>
  private let followers: Int

  /// Compares a row with the records of an entity; `nil` if it is another one.
  init?(
    _ row: SourceRecord,
    with entity: MatchCandidate,
    verdicts: UserVerdicts,
    names: NameReader
  ) {
    var best: (evidence: Evidence, isFirm: Bool, record: SourceRecord, entities: [Entity])?
    var isShorter = false
    for record in entity.records where record.entity.kind == row.entity.kind {
      let (row, isOfUnknownKind) = row.withKind(of: record)
      var records = [row, record]
      let index = VerdictIndex(verdicts, applyingTo: &records)
      let evidence = Matcher(records, verdicts: index, names).evidence(0, 1, completely: true)
      let isFirm = RowMatch.isFirm(evidence, row.entity.kind)
      if let best, (best.isFirm ? 1 : 0, best.evidence.points) >= (isFirm ? 1 : 0, evidence.points)
      {
        continue
      }
      best = (evidence, isFirm, record, records.map(\.entity))
      isShorter = isOfUnknownKind && record.isShortRelease
    }
    guard let best, best.evidence.points > Weights.near, RowMatch.isPlausible(best.evidence) else {
      return nil
    }
    // A title without a kind means the album rather than a single of this title.
    points = best.evidence.points - (isShorter ? Weights.margin : 0)
    isFirm = best.isFirm
    record = best.record
    providers = Set(entity.records.map(\.provider))
    followers =
      entity.records.map { record in
        if case .artist(let artist) = record.entity { artist.followers ?? 0 } else { 0 }
      }.max() ?? 0
    let reasons = best.evidence.items.filter { $0.points != 0 }
      .map { RecordComparison.Reason($0, best.entities[0], best.entities[1]) }
      .sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }
    candidate = EntityMatch.Candidate(
      entity.id,
      RecordComparison.Decision(best.evidence.points),
      points: best.evidence.points,
      reasons: reasons
    )
  }

  /// Whether the names, or what identifies a record without them, have something in common.
  private static func isPlausible(_ evidence: Evidence) -> Bool {
    let aspects: Set<Evidence.Aspect> = [
      .userVerdict, .id, .barcode, .recordingCode, .name, .alias, .title, .words, .catalogue,
      .cutTitle, .joinedTitle, .position,
    ]
    return evidence.items.contains { aspects.contains($0.aspect) && $0.points > 0 }
  }

  private static func isFirm(_ evidence: Evidence, _ kind: EntityKind) -> Bool {
    guard evidence.points >= Weights.same else { return false }
    if evidence.isDecided { return true }
    func percent(_ aspect: Evidence.Aspect) -> Int {
      evidence.items.filter { $0.aspect == aspect && $0.points > 0 }.map(\.measure).max() ?? 0
    }
    func has(_ aspects: Evidence.Aspect...) -> Bool {
      evidence.items.contains { aspects.contains($0.aspect) && $0.points > 0 }
    }
    switch kind {
    case .artist: return percent(.name) == 100 || has(.alias)
    case .album:
      // The title of a compilation by various artists stands for itself if it is a long one.
      let isByArtist = percent(.artist) >= 90 || has(.guests) || has(.longTitle)
      return percent(.title) >= 95 && isByArtist || has(.barcode) && percent(.title) >= 65
    case .song:
      let isNamed = percent(.title) >= 95 && (percent(.artist) >= 90 || has(.guests))
      let isSupported =
        has(.recordingCode) || has(.duration) || has(.position) && percent(.album) >= 90
      return isNamed
        || isSupported && percent(.title) >= 80 && (percent(.artist) >= 80 || has(.guests))
    case .chart: return false
    }
  }

  /// Whether the evidence is clearly better. How the name of an artist is spelled shows nothing.
  func isAhead(of other: RowMatch) -> Bool {
    record.entity.kind != .artist && points - other.points >= Weights.margin
  }

  /// Whether both are one song as far as a row can say: the same title by the same artist, and no
  /// other length. Albums and artists of one name are different ones.
  func isAs(_ other: RowMatch) -> Bool {
    let (one, other) = (record.entity, other.record.entity)
    guard case .song(let song) = one, case .song(let next) = other else { return false }
    if let ms = song.durationMs, let otherMs = next.durationMs, abs(ms - otherMs) > RowMatch.editMs
    {
      return false
    }
    return FoldedName(one.displayName) == FoldedName(other.displayName)
      && FoldedName(one.artist?.name ?? "") == FoldedName(other.artist?.name ?? "")
  }

  /// Lengths that differ by more, in milliseconds, are those of two recordings.
  private static let editMs = 15_000

  /// Whether it is the artist that people mean by a name: many sources know it, the other one is obscure.
  func isBetterKnown(than other: RowMatch) -> Bool {
    guard record.entity.kind == .artist, followers > 0 else { return false }
    return providers.count >= 3 && other.providers.count == 1 && followers >= 100 * other.followers
  }
}
