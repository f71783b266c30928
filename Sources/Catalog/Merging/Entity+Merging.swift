import MusicModel

extension Entity {
  /// What records that are one thing look like together, and the editions among them.
  static func merged(
    _ records: [SourceRecord],
    under policy: MergePolicy
  ) -> (entity: Entity, editions: Editions) {
    switch records[0].entity.kind {
    case .artist:
      let assembly = Assembly(records, records.compactMap { $0.entity.artist })
      return (.artist(assembly.view(under: policy)), assembly.editions)
    case .album:
      let assembly = Assembly(records, records.compactMap { $0.entity.album })
      var view = assembly.view(under: policy)
      view.editions = max(assembly.editions.count, view.editions ?? 0)
      return (.album(view), assembly.editions)
    case .song:
      let assembly = Assembly(records, records.compactMap { $0.entity.song })
      return (.song(assembly.view(under: policy)), assembly.editions)
    case .chart:
      let assembly = Assembly(records, records.compactMap { $0.entity.chart })
      return (.chart(assembly.view(under: policy)), assembly.editions)
    }
  }

  /// Where each member of that view comes from.
  static func provenance(
    of records: [SourceRecord],
    under policy: MergePolicy
  ) -> [String: Provenance] {
    switch records[0].entity.kind {
    case .artist:
      Assembly(records, records.compactMap { $0.entity.artist }).provenance(under: policy)
    case .album:
      Assembly(records, records.compactMap { $0.entity.album }).provenance(under: policy)
    case .song:
      Assembly(records, records.compactMap { $0.entity.song }).provenance(under: policy)
    case .chart:
      Assembly(records, records.compactMap { $0.entity.chart }).provenance(under: policy)
    }
  }
}
