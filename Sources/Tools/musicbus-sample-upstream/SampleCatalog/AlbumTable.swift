/// The albums of an artist as a table in text, denser to write and to read than code.
///
///     The Wall | 1979-11-30 | disc2=13
///       > A double album about a rock star.
///       In the Flesh? 3:18; The Thin Ice 2:28
///
/// An album's line has its title, its date (as exact as known) and its marks; indented lines below
/// it are its description (`>`) or its tracks. See `marks` for the marks.
struct AlbumTable: Hashable, Sendable, ExpressibleByStringLiteral {
  private(set) var albums: [Album] = []
  /// Invalid lines and marks; a test requires an empty list.
  private(set) var mistakes: [String] = []

  init(stringLiteral text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") { addDetail(line.drop { $0 == " " }) } else { addAlbum(line) }
    }
  }

  private mutating func addAlbum(_ line: Substring) {
    let fields = line.split(separator: " | ").map(String.init)
    guard fields.count > 1 else { return mistakes.append(String(line)) }
    var album = Album(fields[0], ReleaseDate(fields[1]))
    for mark in fields.dropFirst(2).flatMap({ $0.split(separator: " ") }) {
      let halves = mark.split(separator: "=", maxSplits: 1).map(String.init)
      guard let apply = Self.marks[halves[0]] else {
        mistakes.append(String(line))
        continue
      }
      apply(&album, halves.count > 1 ? halves[1] : "")
    }
    albums.append(album)
  }

  private mutating func addDetail(_ line: Substring) {
    guard var album = albums.popLast() else { return mistakes.append(String(line)) }
    defer { albums.append(album) }
    guard !line.hasPrefix("> ") else {
      album.about = [album.about, String(line.dropFirst(2))].compactMap(\.self).joined(
        separator: " "
      )
      return
    }
    for entry in line.split(separator: ";") {
      let entry = entry.drop { $0 == " " }
      guard let track = Track(String(entry)) else {
        mistakes.append(String(entry))
        continue
      }
      album.tracks.append(track)
    }
  }

  private typealias Mark = @Sendable (inout Album, String) -> Void

  private static let marks: [String: Mark] = [
    "ep": { album, _ in album.kind = .ep },
    "single": { album, _ in album.kind = .single },
    "live": { album, _ in album.kind = .live },
    "compilation": { album, _ in album.kind = .compilation },
    "soundtrack": { album, _ in
      album.kind = .soundtrack
      album.genre = .soundtrack
    },
    "store": { album, _ in album.carried = .storeOnly },
    "audiodb": { album, _ in album.carried = .audioDBOnly },
    "explicit": { album, _ in album.words = .explicit },
    "explicit+cleaned": { album, _ in album.words = .explicitAndCleaned },
    "songs-only": { album, _ in album.price = .songsOnly },
    "streaming-only": { album, _ in album.price = .streamingOnly },
    "in-store": { album, date in album.storeDate = ReleaseDate(date) },
    "disc2": { album, count in album.secondDisc = Int(count) },
    "store-id": { album, id in album.storeID = Int(id) },
    "store-songs": { album, id in album.firstStoreSongID = Int(id) },
    "audiodb-id": { album, id in album.audioDBID = Int(id) },
    "mbid": { album, id in album.musicBrainzID = id },
  ]
}
