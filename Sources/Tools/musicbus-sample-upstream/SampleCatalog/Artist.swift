/// An artist as the tables write it, with the id that each source knows it by.
struct Artist: Hashable, Sendable {
  let name: String
  /// Other spellings, which the store's search finds and TheAudioDB lists.
  let aliases: [String]
  /// Apple's number; nil if the store does not have the artist.
  let store: Int?
  let amg: Int?
  /// TheAudioDB's number; nil if it does not have the artist.
  let audioDB: Int?
  let musicBrainz: String
  let genre: Genre
  /// TheAudioDB's finer genre.
  let style: String
  let formed: Int?
  let born: Int?
  let ended: Int?
  let members: Int?
  let country: String?
  /// Short texts by TheAudioDB's language suffix, as `EN` or `DE`.
  let biography: [String: String]
  let table: AlbumTable

  var albums: [Album] { table.albums }

  init(
    _ name: String,
    aliases: [String] = [],
    store: Int? = nil,
    amg: Int? = nil,
    audioDB: Int? = nil,
    musicBrainz: String? = nil,
    genre: Genre,
    style: String? = nil,
    formed: Int? = nil,
    born: Int? = nil,
    ended: Int? = nil,
    members: Int? = nil,
    country: String? = nil,
    biography: [String: String] = [:],
    albums: AlbumTable
  ) {
    self.name = name
    self.aliases = aliases
    self.store = store
    self.amg = amg
    self.audioDB = audioDB
    self.musicBrainz = musicBrainz ?? stableUUID("artist/\(name)/\(store ?? 0)")
    self.genre = genre
    self.style = style ?? genre.name
    self.formed = formed
    self.born = born
    self.ended = ended
    self.members = members
    self.country = country
    self.biography = biography
    table = albums
  }
}
