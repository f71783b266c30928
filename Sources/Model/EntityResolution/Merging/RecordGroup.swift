import MusicModel

/// Records that are one thing, of one kind, ready to be looked at together. They are sorted.
struct RecordGroup<Whole: Mergeable> {
  let records: [SourceRecord]
  let wholes: [Whole]
  let editions: Editions

  init(_ records: [SourceRecord], _ wholes: [Whole]) {
    self.records = records
    self.wholes = wholes
    editions = Whole.editions(of: wholes)
  }

  /// Returns the merged view.
  func view(under policy: MergePolicy) -> Whole {
    var view = wholes[0]
    if wholes.count > 1 {
      view = ViewBuilder.view(chooser(under: policy), onto: view)
    }
    view.ids = unitedIDs
    view.id = view.ids.first ?? view.id
    return view
  }

  /// Returns the provenance of each member of the view.
  func provenance(under policy: MergePolicy) -> [String: Provenance] {
    ProvenanceCollector.provenance(chooser(under: policy))
  }

  private func chooser(under policy: MergePolicy) -> FieldChooser<Whole> {
    FieldChooser(wholes: wholes, records: records, policy: policy, editions: editions)
  }

  /// All ids of the records, the one to be printed first.
  private var unitedIDs: [EntityID] {
    var all: [EntityID] = []
    all.reserveCapacity(wholes.reduce(0) { $0 + $1.ids.count })
    for index in wholes.indices { all += wholes[index].ids }
    all.sort()
    var count = 0
    for index in all.indices where count == 0 || all[index] != all[count - 1] {
      all[count] = all[index]
      count += 1
    }
    all.removeSubrange(count...)
    return all
  }
}
