@testable import EntityResolution
import MusicModel
import Testing

/// Short ways to write records in tests.
func id(_ text: String) -> EntityID { EntityID(text)! }

func provider(_ name: String) -> ProviderID { ProviderID(rawValue: name)! }

func date(_ text: String) -> PartialDate { PartialDate(text)! }

func artist(
  _ source: String,
  _ ids: String...,
  name: String,
  fetchedMs: Int? = nil,
  with change: (inout Artist) -> Void = { _ in }
) -> SourceRecord {
  var artist = Artist(id: id(ids[0]), name: name)
  artist.ids = ids.map { id($0) }
  change(&artist)
  return SourceRecord(provider: provider(source), entity: .artist(artist), fetchedMs: fetchedMs)
}

func album(
  _ source: String,
  _ ids: String...,
  title: String,
  by artist: String? = nil,
  released: String? = nil,
  tracks: Int? = nil,
  with change: (inout Album) -> Void = { _ in }
) -> SourceRecord {
  let credit = artist.map { ArtistReference(name: $0) }
  var album = Album(id: id(ids[0]), title: title, artist: credit)
  album.ids = ids.map { id($0) }
  album.releaseDate = released.map { date($0) }
  album.trackCount = tracks
  change(&album)
  return SourceRecord(provider: provider(source), entity: .album(album))
}

func song(
  _ source: String,
  _ ids: String...,
  title: String,
  by artist: String? = nil,
  on album: String? = nil,
  length: Int? = nil,
  track: Int? = nil,
  with change: (inout Song) -> Void = { _ in }
) -> SourceRecord {
  let credit = artist.map { ArtistReference(name: $0) }
  var song = Song(id: id(ids[0]), title: title, artist: credit)
  song.ids = ids.map { id($0) }
  song.album = album.map { AlbumReference(title: $0) }
  song.durationMs = length.map { $0 * 1_000 }
  song.trackNumber = track
  change(&song)
  return SourceRecord(provider: provider(source), entity: .song(song))
}

/// The ids of each entity's records.
func groups(_ entities: [MergedEntity]) -> [[String]] {
  entities.map { $0.records.map(\.entity.id.description).sorted() }
    .sorted { $0.lexicographicallyPrecedes($1) }
}

/// The records in id order, ready for comparison.
func matcher(of records: [SourceRecord], _ verdicts: UserVerdicts = .empty) -> Matcher {
  var records = SourceRecord.sorted(records)
  let index = VerdictIndex(verdicts, applyingTo: &records)
  return Matcher(records, verdicts: index, NameReader())
}
