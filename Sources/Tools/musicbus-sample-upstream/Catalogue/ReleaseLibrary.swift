/// The catalogue as artists, releases and recordings with the codes that several services share.
struct ReleaseLibrary: Sendable {
  let artists: [Artist]
  let releases: [Release]
  /// The names of each artist, the main one first, as they are searched.
  private let names: [[SearchText]]

  init(_ catalog: SampleCatalog) {
    artists = catalog.artists.filter { !$0.albums.isEmpty } + [.prolific]
    names = artists.map { [SearchText($0.name)] + $0.aliases.map { SearchText($0) } }
    let barCodes = Dictionary(
      catalog.storeAlbums.map { (Release.key($0.artist.name, $0.album), $0.upc) }
    ) { first, _ in first }
    releases = artists.flatMap { artist in
      artist.albums.filter { $0.carried != .audioDBOnly }
        .map { Release($0, by: artist, barCodes[Release.key(artist.name, $0)]) }
    }
  }

  func artists(matching text: SearchText) -> [Artist] {
    let found = artists.indices.filter { text.isFound(in: names[$0]) }
    let (same, others) = (
      found.filter { names[$0][0].folded == text.folded },
      found.filter { names[$0][0].folded != text.folded }
    )
    return (same + others).map { artists[$0] }
  }

  /// At most 20 artists of the genre, those of the same style and time first.
  func artists(similarTo artist: Artist) -> [Artist] {
    let others = artists.filter {
      $0.genre == artist.genre && $0.musicBrainz != artist.musicBrainz && $0 != .prolific
    }
    func distance(_ other: Artist) -> Int {
      let years = abs((other.formed ?? other.born ?? 1900) - (artist.formed ?? artist.born ?? 1900))
      return years + (other.style == artist.style ? 0 : 1000)
    }
    return Array(others.sorted { (distance($0), $0.name) < (distance($1), $1.name) }.prefix(20))
  }

  func releases(matching text: SearchText, by artist: SearchText? = nil) -> [Release] {
    releases.filter {
      text.isFound(in: [SearchText($0.album.title)])
        && artist?.isFound(in: [SearchText($0.artist.name)]) != false
    }
  }

  func recordings(matching text: SearchText, by artist: SearchText? = nil) -> [Recording] {
    releases.flatMap(\.recordings).filter {
      text.isFound(in: [SearchText($0.track.title)])
        && artist?.isFound(in: [SearchText($0.release.artist.name)]) != false
    }
  }

  func releases(of artist: Artist) -> [Release] {
    releases.filter { $0.artist.musicBrainz == artist.musicBrainz }
  }
}

/// An album with the codes by which services identify it.
struct Release: Hashable, Sendable {
  let artist: Artist
  let album: Album
  let barCode: String
  /// The album of which it is an edition, or itself.
  let work: Album
  /// The release group of MusicBrainz; the same as TheAudioDB's.
  let group: String

  init(_ album: Album, by artist: Artist, _ barCode: String?) {
    self.album = album
    self.artist = artist
    let isEdition = album.title.contains { $0 == "(" || $0 == "[" }
    let original =
      isEdition
      ? artist.albums.first { other in
        other.date.year == album.date.year
          && [" (", " ["].contains { album.title.hasPrefix(other.title + $0) }
      } : nil
    work = original ?? album
    let key = Release.key(artist.name, album)
    self.barCode =
      barCode ?? String(600_000_000_000 + stableNumber("upc/" + key, below: 99_999_999_999))
    group =
      AudioDBAlbum(work, by: AudioDBArtist(id: artist.audioDB ?? 0, artist: artist)).musicBrainz
  }

  static func key(_ artist: String, _ album: Album) -> String {
    "\(artist)/\(album.title)/\(album.date.text)/\(album.storeDate.text)"
  }

  var key: String { Release.key(artist.name, album) }

  /// The release of MusicBrainz.
  var musicBrainz: String { stableUUID("release/" + key) }

  var recordings: [Recording] {
    album.tracks.indices.map { Recording(track: album.tracks[$0], position: $0 + 1, release: self) }
  }
}

/// A track of a release.
struct Recording: Hashable, Sendable {
  let track: Track
  /// From 1, through all discs.
  let position: Int
  let release: Release

  var key: String { "\(release.key)/\(position)/\(track.title)" }
  var disc: Int { release.album.place(of: position).disc }
  var number: Int { release.album.place(of: position).number }
  var artistName: String { track.artist ?? release.artist.name }

  /// The code of the recording, the same on all releases of the artist.
  var isrc: String {
    if DeezerRecords.id(of: self) == 3_135_556 { return "GBDUW0000059" }
    let digits = String(
      stableNumber("isrc/\(artistName)/\(track.title)/\(track.seconds)", below: 10_000_000)
    )
    return "GBSMP" + String(repeating: "0", count: 7 - digits.count) + digits
  }

  var musicBrainz: String {
    let artist = AudioDBArtist(id: release.artist.audioDB ?? 0, artist: release.artist)
    return AudioDBTrack(track, at: position, on: AudioDBAlbum(release.album, by: artist))
      .musicBrainz
  }
}

extension Artist {
  /// An artist with 918 albums, more than any service returns in one response.
  ///
  /// Only the services with pages have the artist.
  ///
  /// Two words for each title, so that no two titles are similar.
  static let prolific: Artist = {
    let first = """
      Amber Autumn Bitter Broken Copper Crimson Distant Dusty Electric Empty Frozen Gentle Golden \
      Hidden Hollow Iron Ivory Jade Lonely Marble Midnight Narrow Northern Oaken Painted Quiet \
      Restless Scarlet Silent Tangled Velvet Wandering Winter Yellow
      """.split(separator: " ")
    let second = """
      Anchors Bridges Candles Deserts Echoes Feathers Gardens Harbours Islands Journeys Kingdoms \
      Lanterns Mountains Nightingales Orchards Pyramids Quarries Rivers Shadows Thunder Umbrellas \
      Valleys Windmills Xylophones Yesterdays Zeppelins Mirrors
      """.split(separator: " ")
    var artist = Artist("The Endless Orchestra")
    artist.musicBrainz = stableUUID("artist/\(artist.name)/0")
    artist.genre = Genre.all["Classical"] ?? .music
    artist.style = artist.genre.name
    (artist.formed, artist.country) = (1950, "Vienna, Austria")
    for (number, word) in first.enumerated() {
      for (index, noun) in second.enumerated() {
        let year = 1950 + (number * second.count + index) / 14
        let month = 1 + index % 12
        let date = ReleaseDate("\(year)-\(month < 10 ? "0" : "")\(month)-15")
        var album = Album("\(word) \(noun)", date)
        album.tracks = [Track(title: "\(noun) in \(word)", seconds: 200, artist: nil)]
        artist.albums.append(album)
      }
    }
    return artist
  }()
}

/// A part of a list, as query parameters select it.
struct Page<Element> {
  let elements: [Element]
  let total: Int
  let offset: Int
  let limit: Int

  init(_ all: [Element], offset: String?, limit: String?, default usual: Int, max: Int) {
    total = all.count
    self.offset = Swift.max(0, Int(offset ?? "") ?? 0)
    self.limit = Swift.min(max, Swift.max(1, Int(limit ?? "") ?? usual))
    elements = Array(all.dropFirst(self.offset).prefix(self.limit))
  }

  /// The offset of the next page; nil after the last.
  var next: Int? { offset + elements.count < total ? offset + limit : nil }
}
