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
  /// One artist credit names an artist that the other names among others.
  case shared
  /// One source gives two artists of this name different ids.
  case namesakes
  /// In two scripts.
  case otherScript
  /// "Various Artists" on one side, or on both.
  case various(both: Bool)

  /// The similarity in percent from which names with typos count as equal.
  static let agreeing = 80

  var agrees: Bool {
    switch self {
    case .similar(let percent), .joined(let percent): percent >= NameComparison.agreeing
    case .cut, .shared: true
    case .unknown, .various, .namesakes, .otherScript: false
    }
  }

  var contradicts: Bool {
    switch self {
    case .similar(let percent): percent < 65
    case .namesakes: true
    default: false
    }
  }
}

extension Name {
  /// The share of words that two names have in common, in percent, in any order and without the shortest ones. With fewer than
  /// three words it shows nothing: 0.
  func commonWords(with other: Name) -> Int {
    let (own, theirs) = (longWords, other.longWords)
    guard min(own.count, theirs.count) >= 2, max(own.count, theirs.count) >= 3 else { return 0 }
    return own.count(where: theirs.contains) * 100 / max(own.count, theirs.count)
  }

  /// Whether it has all words of another name but the shortest, which has any, or their ends: "Olympia, Paris" those of
  /// "à l'Olympia".
  func hasWordsOf(_ other: Name) -> Bool {
    let theirs = other.longWords
    return !theirs.isEmpty
      && theirs.allSatisfy { word in
        longWords.contains { $0 == word || $0.utf8.count >= 5 && word.hasSuffix($0) }
      }
  }

  /// Whether all words of the shorter name, at least two, are in the longer one.
  func hasAllWords(of other: Name) -> Bool {
    let (own, theirs) = (longWords, other.longWords)
    let (fewer, more) = own.count < theirs.count ? (own, theirs) : (theirs, own)
    return fewer.count >= 2 && fewer.allSatisfy(more.contains)
  }
}

/// The comparison of two titles and of the words in brackets that belong to them.
struct TitleSimilarity {
  /// The similarity in percent, as if the words in brackets were missing if only one title has them.
  let percent: Int
  let asides: Asides

  enum Asides {
    /// Both have none, or the same.
    case alike
    case one
    case different
  }

  init(_ first: ParsedTitle, _ second: ParsedTitle) {
    let percent = first.whole.similarity(to: second.whole)
    if first.aside.isUnknown, second.aside.isUnknown || percent >= 90 {
      self.percent = percent
      asides = .alike
      return
    }
    let cores = first.core.similarity(to: second.core)
    let isOne = first.aside.isUnknown || second.aside.isUnknown
    // "으르렁 (Growl)": the title in two languages.
    if first.aside == second.core || second.aside == first.core {
      self.percent = 95
      asides = .alike
      return
    }
    self.percent = max(percent, cores)
    asides =
      if cores < 80 || percent >= 95 {
        .alike
      } else if isOne {
        .one
      } else {
        first.aside.similarity(to: second.aside) < 65 ? .different : .alike
      }
  }
}
