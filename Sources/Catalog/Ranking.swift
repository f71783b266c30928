import MusicModel

/// What a person searched for.
struct SearchText {
  let exact: String
  let folded: FoldedName

  init(_ text: String) {
    exact = text
    folded = FoldedName(text)
  }
}

/// Where a hit stands in the list: compared member by member, smaller first.
struct SearchRank: Comparable {
  /// How well the name fits.
  enum Fit: Int {
    case exact
    case normalized
    case prefix
    case rest
  }

  private let fit: Int
  private let sources: Int
  private let chartRank: Int
  private let position: Int
  private let name: String
  private let id: EntityID

  init(_ merged: MergedEntity, _ query: SearchText?, position: Int) {
    self.position = position
    name = merged.entity.displayName
    id = merged.entity.id
    fit = query.map { SearchRank.fit(of: merged, $0).rawValue } ?? 0
    sources = -Set(merged.records.map(\.provider)).count
    chartRank = merged.entity.album?.rank ?? merged.entity.song?.rank ?? Int.max
  }

  static func < (left: SearchRank, right: SearchRank) -> Bool {
    let leftKey = (left.fit, left.sources, left.chartRank, left.position, left.name)
    let rightKey = (right.fit, right.sources, right.chartRank, right.position, right.name)
    return leftKey == rightKey ? left.id.precedes(right.id) : leftKey < rightKey
  }

  private static func fit(of merged: MergedEntity, _ query: SearchText) -> Fit {
    let name = merged.entity.displayName
    if name == query.exact { return .exact }
    let folded = FoldedName(name)
    if folded == query.folded { return .normalized }
    return query.folded.begins(folded) ? .prefix : .rest
  }
}
