/// The evidence for and against two records being the same.
struct Evidence {
  /// One piece of evidence: for a match if the points are above 0, against it if below.
  struct Item {
    var aspect: Aspect
    var weight: Weight
    /// The measurement: similarity in percent, a difference in milliseconds or years, or a count.
    var measure = 0

    var points: Int { weight.points }
  }

  /// The compared feature.
  enum Aspect {
    case userVerdict, link, guess, id, barcode, recordingCode, source
    case name, spelling, alias, otherScript, namesake, bornYear, formedYear, disbandedYear,
      artistType
    case country, genres, followers
    case title, nearTitle, words, catalogue, score, cutTitle, joinedTitle, titleAlone, longTitle,
      numbers,
      aside, disambiguation
    case version, versionName, releaseGroupKind
    case artist, cutArtist, joinedArtist, artistInTitle, guests, otherGuests, various
    case album, cutAlbum, joinedAlbum
    case position, trackNumber, duration, year, trackCount
  }

  /// The sum of all points.
  private(set) var points = 0
  /// Whether anything speaks against a match.
  private(set) var isContradicted = false
  /// The pieces of evidence, if it is itemized: the merge needs only the sum.
  private(set) var items: [Item] = []
  private let isItemized: Bool

  init(itemized: Bool) {
    isItemized = itemized
    if itemized { items.reserveCapacity(8) }
  }

  mutating func add(_ aspect: Aspect, _ weight: Weight, _ measure: Int = 0) {
    points += weight.points
    isContradicted = isContradicted || weight.points < 0
    if isItemized { items.append(Item(aspect: aspect, weight: weight, measure: measure)) }
  }

  /// Whether an id or a user verdict decides, so that features cannot change the decision.
  var isDecided: Bool { abs(points) >= Weights.decisive }
}
