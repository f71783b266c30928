/// Evidence for (points above 0) or against (below 0) two records being the same.
struct Evidence: Hashable {
  /// The compared feature.
  enum Aspect: UInt8 {
    case userVerdict, id, barcode, recordingCode, source
    case name, bornYear, formedYear, disbandedYear, country, genres, albumsInCommon
    case title, cutTitle, joinedTitle, titleAlone, numbers, version, versionName, releaseGroupKind
    case artist, cutArtist, joinedArtist, guests, various
    case album, cutAlbum, joinedAlbum
    case position, trackNumber, duration, year, trackCount
  }

  var aspect: Aspect
  var points: Int
  /// The measurement: similarity in percent, a difference in milliseconds or years, or a count.
  var measure = 0
}

/// Receives evidence: sums it up, or collects it for an explanation.
protocol EvidenceSink {
  mutating func add(_ aspect: Evidence.Aspect, _ points: Int, _ measure: Int)
  /// Whether no further evidence can change the decision.
  var isDecided: Bool { get }
}

extension EvidenceSink {
  @inline(__always)
  mutating func add(_ aspect: Evidence.Aspect, _ points: Int) { add(aspect, points, 0) }
}

/// Sums up points.
struct ScoreTotal: EvidenceSink {
  private(set) var points = 0
  /// Whether there is any evidence against.
  private(set) var hasCounterevidence = false

  @inline(__always)
  mutating func add(_ aspect: Evidence.Aspect, _ points: Int, _ measure: Int) {
    self.points += points
    if points < 0 { hasCounterevidence = true }
  }

  var isDecided: Bool { abs(points) >= Weights.decisive }
}

/// Collects all evidence.
struct EvidenceList: EvidenceSink {
  private(set) var items: [Evidence] = []

  mutating func add(_ aspect: Evidence.Aspect, _ points: Int, _ measure: Int) {
    guard points != 0 else { return }
    items.append(Evidence(aspect: aspect, points: points, measure: measure))
  }

  var isDecided: Bool { false }
  var points: Int { items.reduce(0) { $0 + $1.points } }
}
