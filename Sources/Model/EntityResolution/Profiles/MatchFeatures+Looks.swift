import MusicModel

/// What of each kind of profile is compared, and where its names stand. A member that is compared and
/// left out of the look would let records be taken as equal that are not.
extension ArtistFeatures {
  mutating func move(by offset: NameArena.Offset) {
    name.move(by: offset)
    albums = albums.moved(by: offset.members)
  }

  func addLook(to look: inout StableHash, _ pool: NameArena) {
    name.addLook(to: &look, pool)
    for album in pool.members(albums) { look.add(album) }
    look.add(genres.look)
    look.add(country?.look ?? 0)
    look.add(UInt64(formedYear * 10_000 + disbandedYear))
  }
}

extension AlbumFeatures {
  mutating func move(by offset: NameArena.Offset) {
    title.move(by: offset)
    artist.move(by: offset)
  }

  func addLook(to look: inout StableHash, _ pool: NameArena) {
    title.addLook(to: &look, pool)
    artist.addLook(to: &look, pool)
    artistID?.addLook(to: &look)
    look.add(UInt64(bitPattern: Int64(date?.year ?? -1)))
    look.add(UInt64(trackCount))
    look.add(UInt64(kind?.rawValue ?? .max))
    look.add(isSoundtrack ? 1 : 0 as UInt64)
  }
}

extension SongFeatures {
  mutating func move(by offset: NameArena.Offset) {
    title.move(by: offset)
    outline.artist.move(by: offset)
    album.move(by: offset)
  }

  func addLook(to look: inout StableHash, _ pool: NameArena) {
    title.addLook(to: &look, pool)
    artist.addLook(to: &look, pool)
    album.addLook(to: &look, pool)
    outline.artistID?.addLook(to: &look)
    look.add(UInt64(durationMs))
    look.add(UInt64(track * 1_000 + disc))
    look.add(UInt64(bitPattern: Int64(year)))
  }
}

extension ChartFeatures {
  mutating func move(by offset: NameArena.Offset) {}
  func addLook(to look: inout StableHash, _ pool: NameArena) {}
}
