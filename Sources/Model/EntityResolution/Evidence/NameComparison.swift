/// How two names of records stand to each other.
enum NameComparison {
  /// One of them is not known, or says nothing.
  case unknown
  /// In percent.
  case alike(Int)
  /// One is the beginning or end of the other.
  case cut
  /// One stands together with another member: "Artist - Title". In percent.
  case joined(Int)
  /// One credit names an artist whom the other names beside others.
  case shared
  /// "Various Artists", on both sides or on one.
  case various(both: Bool)

  /// From how many percent on names are taken for one, with letters mistyped.
  static let agreeing = 80

  var agrees: Bool {
    switch self {
    case .alike(let percent), .joined(let percent): percent >= NameComparison.agreeing
    case .cut, .shared: true
    case .unknown, .various: false
    }
  }

  var contradicts: Bool {
    if case .alike(let percent) = self { percent < 65 } else { false }
  }
}
