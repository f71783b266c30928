import MusicModel

/// The features of each kind that enter its fingerprint. A compared feature that is missing here would make
/// different records look equal.
extension ArtistFeatures {
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena) {
    name.addToFingerprint(to: &fingerprint, arena)
    for album in arena.members(albums) { fingerprint.add(album) }
    fingerprint.add(genres.fingerprint)
    fingerprint.add(country?.fingerprint ?? 0)
    fingerprint.add(UInt64((bornYear * 10_000 + formedYear) * 10_000 + disbandedYear))
  }
}

extension AlbumFeatures {
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena) {
    title.addToFingerprint(to: &fingerprint, arena)
    artist.addToFingerprint(to: &fingerprint, arena)
    artistID?.addToFingerprint(to: &fingerprint)
    fingerprint.add(UInt64(bitPattern: Int64(date?.year ?? -1)))
    fingerprint.add(UInt64(trackCount))
    fingerprint.add(UInt64(kind?.rawValue ?? .max))
    fingerprint.add(isSoundtrack ? 1 : 0 as UInt64)
  }
}

extension SongFeatures {
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena) {
    title.addToFingerprint(to: &fingerprint, arena)
    artist.addToFingerprint(to: &fingerprint, arena)
    album.addToFingerprint(to: &fingerprint, arena)
    outline.artistID?.addToFingerprint(to: &fingerprint)
    fingerprint.add(UInt64(durationMs))
    fingerprint.add(UInt64(track * 1_000 + disc))
    fingerprint.add(UInt64(bitPattern: Int64(year)))
  }
}

extension ChartFeatures {
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena) {}
}
