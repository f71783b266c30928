import BusProtocol
import MusicModel

extension Entity {
  /// Returns the merged view of the records of one entity, and its editions.
  static func merged(
    _ records: [SourceRecord],
    under policy: MergePolicy,
    _ names: NameReader
  ) -> (entity: Entity, editions: Editions) {
    guard records.count > 1 else { return (records[0].entity.alone.withGenreNames, .one) }
    let (entity, editions) = united(records, under: policy, names)
    return (entity.withGenreNames, editions)
  }

  private static func united(
    _ records: [SourceRecord],
    under policy: MergePolicy,
    _ names: NameReader
  ) -> (entity: Entity, editions: Editions) {
    switch records[0].entity.kind {
    case .artist:
      let assembly = RecordGroup(records, names) { $0.asArtist }
      return (.artist(assembly.view(under: policy)), assembly.editions)
    case .album:
      let assembly = RecordGroup(records, names) { $0.asAlbum }
      var view = assembly.view(under: policy)
      view.editions = max(assembly.editions.count, view.editions ?? 0)
      return (.album(view), assembly.editions)
    case .song:
      let assembly = RecordGroup(records, names) { $0.asSong }
      return (.song(assembly.view(under: policy)), assembly.editions)
    case .chart:
      let assembly = RecordGroup(records, names) { $0.asChart }
      return (.chart(assembly.view(under: policy)), assembly.editions)
    }
  }

  /// The view of a single record: unchanged, with its ids in order.
  private var alone: Entity {
    var entity = self
    if case .album(var album) = self {
      album.editions = max(1, album.editions ?? 0)
      entity = .album(album)
    }
    let ids = ids
    if ids.count > 1 || ids.first != id { entity.setIDs(ids.sorted()) }
    return entity
  }

  /// Returns the provenance of each member of that view. `nowMs` is the time in milliseconds since 1970.
  static func provenance(
    of records: [SourceRecord],
    under policy: MergePolicy,
    at nowMs: Int?
  ) -> [String: FieldProvenance] {
    let names = NameReader()
    return switch records[0].entity.kind {
    case .artist:
      RecordGroup(records, names) { $0.asArtist }.provenance(under: policy, at: nowMs)
    case .album:
      RecordGroup(records, names) { $0.asAlbum }.provenance(under: policy, at: nowMs)
    case .song:
      RecordGroup(records, names) { $0.asSong }.provenance(under: policy, at: nowMs)
    case .chart:
      RecordGroup(records, names) { $0.asChart }.provenance(under: policy, at: nowMs)
    }
  }
}
