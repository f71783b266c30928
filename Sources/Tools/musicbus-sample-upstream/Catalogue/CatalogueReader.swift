/// Reads the format that the first lines of `catalogue.txt` describe.
struct CatalogueReader {
  private(set) var artists: [Artist] = []
  private(set) var otherMedia: [OtherMedium] = []
  /// Invalid lines, tracks and marks; a test requires an empty list.
  private(set) var mistakes: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  ") { addDetail(line.drop { $0 == " " }) } else { add(String(line)) }
    }
    for index in artists.indices {
      let artist = artists[index]
      if artist.style.isEmpty { artists[index].style = artist.genre.name }
      if artist.musicBrainz.isEmpty {
        artists[index].musicBrainz = stableUUID("artist/\(artist.name)/\(artist.store ?? 0)")
      }
    }
  }

  /// A member of an artist, another medium, or else an album.
  private mutating func add(_ line: String) {
    let halves = line.split(separator: ": ", maxSplits: 1).map(String.init)
    let (key, value) = (halves[0], halves.count > 1 ? halves[1] : "")
    if key == "artist" {
      artists.append(Artist(value))
    } else if let kind = Self.media[key] {
      addMedium(kind, value)
    } else if let set = Self.members[key], let last = artists.indices.last {
      set(&artists[last], value)
    } else if key.hasPrefix("biography "), let last = artists.indices.last {
      let language = String(key.dropFirst("biography ".count))
      let text = [artists[last].biography[language], value].compactMap(\.self)
      artists[last].biography[language] = text.joined(separator: "\n\n")
    } else {
      addAlbum(line)
    }
  }

  private static let members: [String: @Sendable (inout Artist, String) -> Void] = [
    "aliases": { artist, text in
      artist.aliases = text.split(separator: "; ").map(String.init)
    },
    "store": { $0.store = Int($1) },
    "amg": { $0.amg = Int($1) },
    "audiodb": { $0.audioDB = Int($1) },
    "musicbrainz": { $0.musicBrainz = $1 },
    "genre": { $0.genre = Genre.all[$1] ?? .music },
    "style": { $0.style = $1 },
    "formed": { $0.formed = Int($1) },
    "born": { $0.born = Int($1) },
    "ended": { $0.ended = Int($1) },
    "members": { $0.members = Int($1) },
    "country": { $0.country = $1 },
  ]

  private static let media: [String: OtherMedium.Kind] = [
    "film": .film, "audiobook": .audiobook, "music-video": .musicVideo,
  ]

  private mutating func addMedium(_ kind: OtherMedium.Kind, _ text: String) {
    let fields = text.split(separator: " | ").map(String.init)
    guard fields.count > 5, let id = Int(fields[0]), let seconds = Int(fields[4]) else {
      return mistakes.append(text)
    }
    let rest = fields.dropFirst(6)
    otherMedia.append(
      OtherMedium(
        kind: kind,
        id: id,
        title: fields[1],
        artist: fields[2],
        date: ReleaseDate(fields[3]),
        seconds: seconds,
        genre: fields[5],
        description: rest.first { !$0.hasPrefix("on ") } ?? "",
        album: rest.first { $0.hasPrefix("on ") }.map { String($0.dropFirst(3)) }
      )
    )
  }

  private mutating func addAlbum(_ line: String) {
    let fields = line.split(separator: " | ").map(String.init)
    guard fields.count > 1, let last = artists.indices.last else { return mistakes.append(line) }
    var album = Album(fields[0], ReleaseDate(fields[1]))
    for mark in fields.dropFirst(2).flatMap({ $0.split(separator: " ") }) {
      let halves = mark.split(separator: "=", maxSplits: 1).map(String.init)
      if let apply = Self.marks[halves[0]] {
        apply(&album, halves.count > 1 ? halves[1] : "")
      } else {
        mistakes.append(line)
      }
    }
    artists[last].albums.append(album)
  }

  private static let marks: [String: @Sendable (inout Album, String) -> Void] = [
    "ep": { album, _ in album.kind = .ep },
    "single": { album, _ in album.kind = .single },
    "live": { album, _ in album.kind = .live },
    "compilation": { album, _ in album.kind = .compilation },
    "soundtrack": { album, _ in (album.kind, album.genre) = (.soundtrack, .soundtrack) },
    "store": { album, _ in album.carried = .storeOnly },
    "audiodb": { album, _ in album.carried = .audioDBOnly },
    "explicit": { album, _ in album.words = .explicit },
    "explicit+cleaned": { album, _ in album.words = .explicitAndCleaned },
    "songs-only": { album, _ in album.price = .songsOnly },
    "streaming-only": { album, _ in album.price = .streamingOnly },
    "in-store": { $0.storeDate = ReleaseDate($1) },
    "disc2": { $0.secondDisc = Int($1) },
    "store-id": { $0.storeID = Int($1) },
    "store-songs": { $0.firstStoreSongID = Int($1) },
    "audiodb-id": { $0.audioDBID = Int($1) },
    "mbid": { $0.musicBrainzID = $1 },
  ]

  /// Adds a line of the description, or tracks, to the last album.
  private mutating func addDetail(_ line: Substring) {
    guard let last = artists.indices.last, var album = artists[last].albums.popLast() else {
      return mistakes.append(String(line))
    }
    if line.hasPrefix("> ") {
      album.about = [album.about, String(line.dropFirst(2))].compactMap(\.self)
        .joined(separator: " ")
    } else {
      for entry in line.split(separator: ";") {
        if let track = Self.track(entry) {
          album.tracks.append(track)
        } else {
          mistakes.append(String(entry))
        }
      }
    }
    artists[last].albums.append(album)
  }

  /// `Title m:ss`, or `Title m:ss @ Artist` for another artist.
  private static func track(_ entry: Substring) -> Track? {
    let halves = entry.split(separator: " @ ", maxSplits: 1).map(String.init)
    guard let words = halves.first?.split(separator: " "), words.count > 1, let clock = words.last
    else { return nil }
    let numbers = clock.split(separator: ":").map { Int($0) }
    guard numbers.count == 2, let minutes = numbers[0], let seconds = numbers[1] else { return nil }
    return Track(
      title: words.dropLast().joined(separator: " "),
      seconds: minutes * 60 + seconds,
      artist: halves.count > 1 ? halves[1] : nil
    )
  }
}
