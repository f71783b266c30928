import MusicModel

/// Entities for tests.
func id(_ text: String) -> EntityID { EntityID(text)! }

func artist(
  _ ids: String...,
  name: String,
  with change: (inout Artist) -> Void = { _ in }
) -> Entity {
  var artist = Artist(id: id(ids[0]), name: name)
  artist.ids = ids.map { id($0) }
  change(&artist)
  return .artist(artist)
}

func album(
  _ ids: String...,
  title: String,
  by artist: ArtistReference? = nil,
  with change: (inout Album) -> Void = { _ in }
) -> Entity {
  var album = Album(id: id(ids[0]), title: title, artist: artist)
  album.ids = ids.map { id($0) }
  change(&album)
  return .album(album)
}

func song(
  _ ids: String...,
  title: String,
  by artist: ArtistReference? = nil,
  with change: (inout Song) -> Void = { _ in }
) -> Entity {
  var song = Song(id: id(ids[0]), title: title, artist: artist)
  song.ids = ids.map { id($0) }
  change(&song)
  return .song(song)
}
