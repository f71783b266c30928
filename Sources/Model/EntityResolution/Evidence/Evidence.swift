/// The evidence for and against two records being the same.
struct Evidence {
  /// One piece of evidence: for a match if the points are above 0, against it if below.
  struct Item: Hashable {
    var aspect: Aspect
    var points: Int
    /// The measurement: similarity in percent, a difference in milliseconds or years, or a count.
    var measure = 0
  }

  /// The compared feature.
  enum Aspect {
    case userVerdict, id, barcode, recordingCode, source
    case name, bornYear, formedYear, disbandedYear, country, genres
    case title, cutTitle, joinedTitle, titleAlone, numbers, version, versionName, releaseGroupKind
    case artist, cutArtist, joinedArtist, guests, various
    case album, cutAlbum, joinedAlbum
    case position, trackNumber, duration, year, trackCount
  }

  private(set) var items: [Item] = []

  init() { items.reserveCapacity(8) }

  mutating func add(_ aspect: Aspect, _ points: Int, _ measure: Int = 0) {
    if points != 0 { items.append(Item(aspect: aspect, points: points, measure: measure)) }
  }

  /// The sum of all points.
  var points: Int { items.reduce(0) { $0 + $1.points } }

  /// Whether anything speaks against a match.
  var isContradicted: Bool { items.contains { $0.points < 0 } }

  /// Whether an id or a user verdict decides, so that features cannot change the decision.
  var isDecided: Bool { abs(points) >= Weights.decisive }
}
