import EntityResolution
import MusicModel

/// Records of a few artists, albums and songs, repeated with errors and contradictions.
enum RandomRecords {
  private static let names = [
    "Slayer", "slayer", "The Slayer", "Slayers", "Air", "AIR", "Blur & Air", "Various Artists",
    "Air feat. Blur", "Élan", "",
  ]
  private static let titles = [
    "Hello", "Hello (Live)", "Hello (Deluxe Edition)", "Hello - EP", "Hello, Pt. 2", "Hallo",
    "Greatest Hits", "Greatest Hit", "Intro", "Slayer", "Hello (Live in Rome)",
    "Hello (Live in Bern)", "Hello (Alesso Remix)", "Slayer - Hello", "Hello Gold", "!!!", "ハロー",
    "Live", "Hello [Explicit]",
  ]
  private static let sources = ["itunes-search", "audiodb", "itunes-rss", "musicbrainz"]
  private static let namespaces = ["itunes", "audiodb", "mbid", "spotify", "deezer"]
  private static let codes = ["0012", "12", "7", "07"]

  /// `linked` records may have several ids, product codes among them.
  static func make(_ random: inout SeededRandom, linked: Bool = false) -> [SourceRecord] {
    (0..<30).map { number in
      var record = one(number, &random)
      guard linked, Bool.random(using: &random) else { return record }
      let kind = record.entity.kind
      let further = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ -> EntityID? in
        if kind == .album, Bool.random(using: &random) {
          return EntityID("upc:album:\(pick(codes, &random))")
        }
        return id(kind, &random)
      }
      record.entity = record.entity.with(ids: further + record.entity.ids)
      return record
    }
  }

  private static func one(_ number: Int, _ random: inout SeededRandom) -> SourceRecord {
    let source = pick(sources, &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return artist(source, "\(id(.artist, &random))", name: pick(names, &random)) {
        $0.formedYear = pick([nil, 1981, 1998], &random)
        $0.genres = pick([[], ["Metal"], ["Jazz"]], &random)
        $0.country = pick([nil, "US", "London, England"], &random)
        $0.links = ["n": "\(number)"]
      }
    case 1:
      return album(
        source,
        "\(id(.album, &random))",
        title: pick(titles, &random),
        by: pick(names, &random),
        released: pick([nil, "1990", "1991-03", "2001-05-05"], &random),
        tracks: pick([nil, 3, 10, 14], &random)
      ) {
        $0.albumKind = pick([nil, nil, .album, .single, .ep, .live, .soundtrack], &random)
        $0.artist?.id = pick([nil, id(.artist, &random)], &random)
      }
    default:
      return song(
        source,
        "\(id(.song, &random))",
        title: pick(titles, &random),
        by: pick(names, &random),
        on: pick([nil, "Hello", "Gold", "Golds", "Slayer"], &random),
        length: pick([nil, 200, 201, 240], &random),
        track: pick([nil, 1, 2], &random)
      ) {
        $0.releaseDate = pick([nil, date("1990"), date("1991")], &random)
        $0.artist?.id = pick([nil, id(.artist, &random)], &random)
      }
    }
  }

  private static func id(_ kind: EntityKind, _ random: inout SeededRandom) -> EntityID {
    let value = Int.random(in: 0..<12, using: &random)
    return EntityResolutionTests.id("\(pick(namespaces, &random)):\(kind.rawValue):\(value)")
  }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values.randomElement(using: &random)!
  }
}

extension Entity {
  /// The same entity with other ids; the first in id order becomes its id.
  fileprivate func with(ids: [EntityID]) -> Entity {
    let ids = Set(ids).sorted()
    switch self {
    case .artist(var artist):
      (artist.id, artist.ids) = (ids[0], ids)
      return .artist(artist)
    case .album(var album):
      (album.id, album.ids) = (ids[0], ids)
      return .album(album)
    case .song(var song):
      (song.id, song.ids) = (ids[0], ids)
      return .song(song)
    case .chart: return self
    }
  }
}
