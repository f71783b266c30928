/// The result of comparing two names.
enum NameComparison {
  /// One of them is unknown or a placeholder.
  case unknown
  /// The similarity in percent.
  case similar(Int)
  /// One is a prefix or suffix of the other.
  case cut
  /// One is combined with another member ("Artist - Title"); the similarity in percent.
  case joined(Int)
  /// One artist credit names an artist whom the other names among others.
  case shared
  /// "Various Artists" on one side, or on both.
  case various(both: Bool)

  /// The similarity in percent from which names with typos count as equal.
  static let agreeing = 80

  var agrees: Bool {
    switch self {
    case .similar(let percent), .joined(let percent): percent >= NameComparison.agreeing
    case .cut, .shared: true
    case .unknown, .various: false
    }
  }

  var contradicts: Bool {
    if case .similar(let percent) = self { percent < 65 } else { false }
  }
}
