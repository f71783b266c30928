import Catalog
import MusicModel
import Testing

/// Short ways to write records in tests.
func id(_ text: String) -> EntityID {
  EntityID(text) ?? EntityID(namespace: "broken", type: "id", value: "in-this-test")!
}

func artist(
  _ provider: String,
  _ ids: String...,
  name: String,
  with change: (inout Artist) -> Void = { _ in }
) -> SourceRecord {
  var artist = Artist(id: id(ids[0]), name: name)
  artist.ids = ids.map { id($0) }
  change(&artist)
  return SourceRecord(provider: ProviderID(rawValue: provider)!, entity: .artist(artist))
}

func album(
  _ provider: String,
  _ ids: String...,
  title: String,
  by artist: String? = nil,
  with change: (inout Album) -> Void = { _ in }
) -> SourceRecord {
  var album = Album(
    id: id(ids[0]),
    title: title,
    artist: artist.map { ArtistReference(name: $0) }
  )
  album.ids = ids.map { id($0) }
  change(&album)
  return SourceRecord(provider: ProviderID(rawValue: provider)!, entity: .album(album))
}

func song(
  _ provider: String,
  _ ids: String...,
  title: String,
  by artist: String? = nil,
  with change: (inout Song) -> Void = { _ in }
) -> SourceRecord {
  var song = Song(id: id(ids[0]), title: title, artist: artist.map { ArtistReference(name: $0) })
  song.ids = ids.map { id($0) }
  change(&song)
  return SourceRecord(provider: ProviderID(rawValue: provider)!, entity: .song(song))
}
