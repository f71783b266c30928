import BusProtocol
import MusicModel

/// The records of one entity, sorted.
struct RecordGroup<Whole: Mergeable> {
  let records: [SourceRecord]
  let wholes: [Whole]
  let editions: Editions
  private let names: NameReader

  init(_ records: [SourceRecord], _ names: NameReader, _ whole: (Entity) -> Whole?) {
    self.records = records
    self.names = names
    wholes = records.compactMap { whole($0.entity) }
    editions = Whole.editions(of: wholes, names)
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
  func provenance(under policy: MergePolicy, at nowMs: Int?) -> [String: FieldProvenance] {
    ViewBuilder.provenance(chooser(under: policy), at: nowMs)
  }

  private func chooser(under policy: MergePolicy) -> FieldChooser<Whole> {
    FieldChooser(
      wholes: wholes,
      records: records,
      policy: policy,
      editions: editions,
      names: names
    )
  }

  /// All ids of the records, the one to be printed first: those of the most common edition before the others, because what the view shows
  /// is of that one, and a source is asked about it.
  private var unitedIDs: [EntityID] {
    let all = Set(wholes.flatMap(\.ids)).sorted()
    guard editions.count > 1 else { return all }
    let usual = Set(wholes.indices.filter(editions.isUsual).flatMap { wholes[$0].ids })
    return all.filter(usual.contains) + all.filter { !usual.contains($0) }
  }
}
