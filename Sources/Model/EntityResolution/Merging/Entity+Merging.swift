import BusProtocol
import MusicModel

extension Entity {
  /// Returns the merged view of the records of one entity, and its editions.
  static func merged(
    _ records: [SourceRecord],
    under policy: MergePolicy,
    _ names: NameReader
  ) -> (entity: Entity, editions: Editions) {
    guard records.count > 1 else { return (records[0].entity.alone, .one) }
    switch records[0].entity.kind {
    case .artist:
      let assembly = RecordGroup(records, names) { $0.asArtist }
      var view = assembly.view(under: policy)
      view.genres = GenreVocabulary.genres(view.genres)
      return (.artist(view), assembly.editions)
    case .album:
      let assembly = RecordGroup(records, names) { $0.asAlbum }
      var view = assembly.view(under: policy)
      view.genres = GenreVocabulary.genres(view.genres)
      view.editions = max(assembly.editions.count, view.editions ?? 0)
      return (.album(view), assembly.editions)
    case .song:
      let assembly = RecordGroup(records, names) { $0.asSong }
      var view = assembly.view(under: policy)
      view.genres = GenreVocabulary.genres(view.genres)
      return (.song(view), assembly.editions)
    case .chart:
      let assembly = RecordGroup(records, names) { $0.asChart }
      return (.chart(assembly.view(under: policy)), assembly.editions)
    }
  }

  /// The view of a single record: unchanged but for the names of its genres, with its ids in order.
  private var alone: Entity {
    var entity = self
    switch self {
    case .artist(var artist):
      artist.genres = GenreVocabulary.genres(artist.genres)
      entity = .artist(artist)
    case .album(var album):
      album.genres = GenreVocabulary.genres(album.genres)
      album.editions = max(1, album.editions ?? 0)
      entity = .album(album)
    case .song(var song):
      song.genres = GenreVocabulary.genres(song.genres)
      entity = .song(song)
    case .chart: break
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
