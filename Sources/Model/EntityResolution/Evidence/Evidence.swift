/// One piece of evidence for (points above 0) or against (below) two records being one thing.
struct Evidence: Hashable {
  /// What was compared.
  enum Aspect: UInt8 {
    case person, id, barcode, recordingCode, source
    case name, formedYear, disbandedYear, country, genres, albumsInCommon
    case title, cutTitle, joinedTitle, titleAlone, numbers, version, versionName, workKind
    case artist, cutArtist, joinedArtist, guests, various
    case album, cutAlbum, joinedAlbum
    case position, trackNumber, duration, year, trackCount
  }

  var aspect: Aspect
  var points: Int
  /// What was measured: likeness in percent, a difference in milliseconds or years, a count.
  var measure = 0
}

/// Takes evidence as it is found: adds it up, or keeps it to be told.
protocol EvidenceSink {
  mutating func add(_ aspect: Evidence.Aspect, _ points: Int, _ measure: Int)
  /// Whether anything more could change the outcome.
  var isDecided: Bool { get }
}

extension EvidenceSink {
  @inline(__always)
  mutating func add(_ aspect: Evidence.Aspect, _ points: Int) { add(aspect, points, 0) }
}

/// Adds the points up.
struct ScoreTotal: EvidenceSink {
  private(set) var points = 0
  /// Whether anything at all speaks against it.
  private(set) var hasAgainst = false

  @inline(__always)
  mutating func add(_ aspect: Evidence.Aspect, _ points: Int, _ measure: Int) {
    self.points += points
    if points < 0 { hasAgainst = true }
  }

  var isDecided: Bool { abs(points) >= Weights.decisive }
}

/// Keeps every piece of evidence.
struct EvidenceList: EvidenceSink {
  private(set) var evidence: [Evidence] = []

  mutating func add(_ aspect: Evidence.Aspect, _ points: Int, _ measure: Int) {
    guard points != 0 else { return }
    evidence.append(Evidence(aspect: aspect, points: points, measure: measure))
  }

  var isDecided: Bool { false }
  var points: Int { evidence.reduce(0) { $0 + $1.points } }
}
