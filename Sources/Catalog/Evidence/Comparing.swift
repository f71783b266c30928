import MusicModel

/// Weighs what two records say of themselves.
struct Comparing {
  let verdicts: VerdictBook

  func compare(_ a: SourceRecord, _ b: SourceRecord) -> Comparison {
    let (left, right) = (a.entity, b.entity)
    guard left.kind == right.kind else {
      return .init(.different, "one is \(left.kind.rawValue), the other \(right.kind.rawValue)")
    }
    switch verdicts.relation(left.ids, right.ids) {
    case .same: return .init(.same, "a person said that they are the same")
    case .different: return .init(.different, "a person said that they are not the same")
    case nil: break
    }
    if let id = left.ids.first(where: right.ids.contains) {
      return .init(.same, "both are \(id)")
    }
    if let (one, other) = contradiction(left, right) {
      return .init(.different, "one source tells \(one) and \(other) apart")
    }
    guard FoldedName(left.displayName) == FoldedName(right.displayName) else {
      return .init(.undecided, "other names")
    }
    return compareSurroundings(left, right)
  }

  /// Two ids in one namespace, of a type of which a thing has only one.
  private func contradiction(_ left: Entity, _ right: Entity) -> (EntityID, EntityID)? {
    for one in left.ids where Comparing.isExclusive(one) {
      for other in right.ids where other.namespace == one.namespace && other.type == one.type {
        return (one, other)
      }
    }
    return nil
  }

  /// Ids of albums and of tracks name editions, of which a work has many.
  private static func isExclusive(_ id: EntityID) -> Bool {
    id.type == "artist" || id.type == "recording" || id.type == "release-group"
  }

  private func compareSurroundings(_ left: Entity, _ right: Entity) -> Comparison {
    switch (left, right) {
    case (.artist, .artist):
      return .init(.same, "same name")
    case (.album(let one), .album(let other)):
      return compare(one.artist, other.artist)
    case (.song(let one), .song(let other)):
      if let first = one.durationMs, let second = other.durationMs, abs(first - second) > 7_000 {
        return .init(.undecided, "same title, lengths differ")
      }
      return compare(one.artist, other.artist)
    default:
      return .init(.undecided, "same title")
    }
  }

  private func compare(_ one: ArtistReference?, _ other: ArtistReference?) -> Comparison {
    guard let one, let other else { return .init(.undecided, "same title, artist unknown") }
    guard FoldedName(one.name) == FoldedName(other.name) else {
      return .init(.undecided, "same title, other artist")
    }
    return .init(.same, "same title and artist")
  }
}

extension Comparison {
  fileprivate init(_ verdict: Verdict, _ text: String) {
    let reason = Reason(side: verdict == .same ? .for : .against, weight: 100, text: text)
    self.init(verdict: verdict, reasons: [reason])
  }
}
