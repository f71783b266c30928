package import MusicModel

/// The user verdicts, applied to the records at hand.
struct VerdictIndex {
  private var groups: VerdictClusters

  static func applied(
    _ book: UserVerdicts,
    to records: inout [SourceRecord],
    in order: [Int]
  ) -> VerdictIndex {
    var index = VerdictIndex(groups: VerdictClusters(book))
    guard !index.groups.isEmpty else { return index }
    for position in order { index.apply(to: &records[position]) }
    return index
  }

  var isEmpty: Bool { groups.isEmpty }

  /// The group of a record, or -1 if no verdict names it.
  func group(of entity: Entity) -> Int {
    guard !isEmpty else { return -1 }
    for id in entity.ids {
      if let group = groups.group(of: id) { return group }
    }
    return -1
  }

  func areDifferent(_ one: Int, _ other: Int) -> Bool { groups.areDifferent(one, other) }

  /// Adds the ids of a record to the groups of its verdicts. If a record has two ids that a verdict
  /// separates, the id that its own source did not issue is removed; if it issued neither, both are.
  private mutating func apply(to record: inout SourceRecord) {
    let ids = record.entity.ids
    let named = ids.compactMap { groups.group(of: $0) }
    guard let first = named.first else { return }
    let contested = ids.filter { id in
      guard let group = groups.group(of: id) else { return false }
      return named.contains { groups.areDifferent(group, $0) }
    }
    guard !contested.isEmpty else {
      for id in ids { groups.add(id, to: first) }
      return
    }
    let withheld = contested.filter { !record.provider.owns($0) }
    let remaining = ids.filter { !withheld.contains($0) }
    if !remaining.isEmpty { record.entity.retainIDs(remaining) }
  }
}

extension ProviderID {
  /// Whether ids of this namespace belong to the provider: `itunes` of `itunes-search`.
  package func owns(_ id: EntityID) -> Bool { rawValue.hasPrefix(id.namespace) }
}
