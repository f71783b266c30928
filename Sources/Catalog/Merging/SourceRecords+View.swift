import MusicModel

/// What records that are one thing look like together. They are sorted and of one kind.
extension [SourceRecord] {
  func view(under policy: MergePolicy) -> Entity {
    switch self[0].entity {
    case .artist(let first): .artist(view(onto: first, policy, \.artist))
    case .album(let first): .album(view(onto: first, policy, \.album))
    case .song(let first): .song(view(onto: first, policy, \.song))
    case .chart(let first): .chart(view(onto: first, policy, \.chart))
    }
  }

  func provenance(under policy: MergePolicy) -> [String: Provenance] {
    switch self[0].entity {
    case .artist: provenance(policy, \.artist)
    case .album: provenance(policy, \.album)
    case .song: provenance(policy, \.song)
    case .chart: provenance(policy, \.chart)
    }
  }

  /// All ids of the records, the one to be printed first.
  var unitedIDs: [EntityID] {
    var ids: [EntityID] = []
    for record in self {
      for id in record.entity.ids where !ids.contains(id) { ids.append(id) }
    }
    return ids.count > 1 ? ids.sorted { $0.precedes($1) } : ids
  }

  private func view<Whole: Mergeable>(
    onto first: Whole,
    _ policy: MergePolicy,
    _ part: (Entity) -> Whole?
  ) -> Whole {
    var view = first
    if count > 1 {
      let wholes = compactMap { part($0.entity) }
      let chooser = FieldChooser(wholes: wholes, records: self, policy: policy)
      var builder = ViewBuilder(chooser, onto: first)
      Whole.visit(&builder)
      view = builder.view
    }
    view.ids = unitedIDs
    view.id = view.ids.first ?? view.id
    return view
  }

  private func provenance<Whole: Mergeable>(
    _ policy: MergePolicy,
    _ part: (Entity) -> Whole?
  ) -> [String: Provenance] {
    let wholes = compactMap { part($0.entity) }
    var collector = ProvenanceCollector(
      FieldChooser(wholes: wholes, records: self, policy: policy)
    )
    Whole.visit(&collector)
    return collector.provenance
  }
}
