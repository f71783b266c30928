/// The genre families of a record. Sources name genres so differently ("Alternative", "Indie Rock") that
/// only families can be compared.
struct Genres: Hashable, Sendable {
  private let families: UInt16
  /// The genres by their normalized names, without those that are only the name of a large family.
  private let names: Set<String>

  init(_ genres: [String]) {
    let words = genres.map { TokenizedName($0).words.map(\.text) }
    names = Set(words.map { $0.joined() }).subtracting(Genres.large)
    families = words.joined().reduce(0) { $0 | (Genres.table[$1] ?? 0) }
  }

  /// The names of whole families, which many artists have.
  private static let large: Set<String> = [
    "rock", "pop", "alternative", "electronic", "metal", "dance", "world", "classical", "music",
    "indie", "jazz", "country",
  ]

  enum Relation {
    /// A genre in common.
    case same
    /// A common family, or two related ones.
    case shared
    /// Families that hardly any artist combines.
    case far
    case unknown
  }

  func relation(to other: Genres) -> Relation {
    guard families != 0, other.families != 0 else { return .unknown }
    if !names.isDisjoint(with: other.names) { return .same }
    if families & other.families != 0 { return .shared }
    return near & other.families != 0 ? .unknown : .far
  }

  /// The families related to these.
  private var near: UInt16 {
    Genres.neighbors.indices.reduce(into: 0) { near, family in
      if families & 1 << UInt16(family) != 0 { near |= Genres.neighbors[family] }
    }
  }

  private static let words: [String] = [
    /* 0 */ "rock alternative indie punk grunge emo britpop psychedelic progressive prog garage "
      + "shoegaze wave postpunk alternativo alt",
    /* 1 */ "metal metalcore hardcore thrash doom deathcore grindcore",
    /* 2 */ "pop singer songwriter teen kpop jpop mandopop cantopop schlager adult vocal easy "
      + "chanson britpop listening",
    /* 3 */ "electronic electronica dance house techno trance dubstep edm ambient downtempo "
      + "electro synthpop idm dj producer producers drum bass breakbeat garage chillout trip",
    /* 4 */ "hip hop hiphop rap rapper rappers trap grime urban mc",
    /* 5 */ "soul rnb randb rb r funk motown disco gospel neo",
    /* 6 */ "jazz saxophonist trumpeter swing bebop fusion bigband crooners",
    /* 7 */ "blues",
    /* 8 */ "country bluegrass americana honky",
    /* 9 */ "folk acoustic celtic traditional singer songwriter",
    /* 10 */
    "classical conductor pianist violinist cellist soprano tenor baritone mezzo organist opera baroque orchestral chamber choral renaissance romantic klassik "
      + "symphonic composer minimalism",
    /* 11 */ "reggae ska dancehall dub",
    /* 12 */ "latin latino salsa bachata regional mexicano reggaeton flamenco tango bossa nova "
      + "samba mpb brazilian",
    /* 13 */ "world african bollywood indian arabic turkish balkan ethnic",
    /* 14 */ "soundtrack soundtracks score musical musicals anime game film stage tv",
    /* 15 */ "comedy spoken children childrens kids christian worship holiday christmas audiobook",
  ]

  private static let table: [String: UInt16] = words.enumerated().reduce(into: [:]) { table, line in
    for word in line.element.split(separator: " ") {
      table[String(word), default: 0] |= 1 << UInt16(line.offset)
    }
  }

  /// For each family the related ones, as bits.
  private static let neighbors: [UInt16] = {
    var neighbors: [UInt16] = words.indices.map { _ in 0 }
    let pairs = [
      (0, 1), (0, 2), (0, 3), (0, 7), (0, 8), (0, 9), (0, 11), (2, 3), (2, 4), (2, 5), (2, 6),
      (2, 8),
      (2, 9), (2, 12), (2, 14), (3, 4), (3, 5), (3, 11), (4, 5), (4, 11), (4, 12), (5, 6), (5, 7),
      (6, 7), (6, 10), (6, 12), (6, 14), (7, 8), (7, 9), (8, 9), (9, 13), (10, 14), (12, 13),
      (11, 13), (2, 13), (2, 15), (14, 15), (10, 15), (9, 15), (5, 15),
    ]
    for (one, other) in pairs {
      neighbors[one] |= 1 << UInt16(other)
      neighbors[other] |= 1 << UInt16(one)
    }
    return neighbors
  }()
}
