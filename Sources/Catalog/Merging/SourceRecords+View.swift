import MusicModel

/// What records that are one thing look like together. They are sorted and of one kind.
extension [SourceRecord] {
  func view(under policy: MergePolicy, _ editions: Editions) -> Entity {
    switch self[0].entity {
    case .artist(let first):
      .artist(view(onto: first, policy, editions, \.artist))
    case .album(let first):
      .album(view(onto: first, policy, editions, \.album).with(editions: editions.count))
    case .song(let first):
      .song(view(onto: first, policy, editions, \.song))
    case .chart(let first):
      .chart(view(onto: first, policy, editions, \.chart))
    }
  }

  func provenance(under policy: MergePolicy, _ editions: Editions) -> [String: Provenance] {
    switch self[0].entity {
    case .artist: provenance(policy, editions, \.artist)
    case .album: provenance(policy, editions, \.album)
    case .song: provenance(policy, editions, \.song)
    case .chart: provenance(policy, editions, \.chart)
    }
  }

  /// All ids of the records, the one to be printed first.
  var unitedIDs: [EntityID] {
    var ids: [EntityID] = []
    for record in self {
      for id in record.entity.ownIDs where !ids.contains(id) { ids.append(id) }
    }
    return ids.count > 1 ? ids.sorted { $0.precedes($1) } : ids
  }

  private func view<Whole: Mergeable>(
    onto first: Whole,
    _ policy: MergePolicy,
    _ editions: Editions,
    _ part: (Entity) -> Whole?
  ) -> Whole {
    var view = first
    if count > 1 {
      var builder = ViewBuilder(chooser(policy, editions, part), onto: first)
      Whole.visit(&builder)
      view = builder.view
    }
    view.ids = unitedIDs
    view.id = view.ids.first ?? view.id
    return view
  }

  private func provenance<Whole: Mergeable>(
    _ policy: MergePolicy,
    _ editions: Editions,
    _ part: (Entity) -> Whole?
  ) -> [String: Provenance] {
    var collector = ProvenanceCollector(chooser(policy, editions, part))
    Whole.visit(&collector)
    return collector.provenance
  }

  private func chooser<Whole: Mergeable>(
    _ policy: MergePolicy,
    _ editions: Editions,
    _ part: (Entity) -> Whole?
  ) -> FieldChooser<Whole> {
    FieldChooser(
      wholes: compactMap { part($0.entity) },
      records: self,
      policy: policy,
      isUsual: editions.isUsual
    )
  }
}

extension Album {
  fileprivate func with(editions count: Int) -> Album {
    var album = self
    album.editions = Swift.max(count, album.editions ?? 0)
    return album
  }
}
