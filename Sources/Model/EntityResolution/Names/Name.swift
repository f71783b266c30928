/// A normalized name as it is compared: a title or an artist credit.
struct Name: Hashable, Sendable {
  /// The words in order, in lower case and without accents.
  let words: [String]
  /// The words without spaces, so that "AC/DC" equals "ACDC". Empty if there is no name.
  let text: String
  /// The words of more than two letters, and numbers, each once: what names have in common.
  let longWords: [String]
  private let letters: LetterKinds

  /// No name, or a placeholder for an unknown one.
  static let unknown = Name([])

  init(_ words: [String]) {
    self.words = words
    text = words.joined()
    letters = LetterKinds(text.utf8)
    longWords = words.reduce(into: []) { long, word in
      if Name.isLong(word), !long.contains(word) { long.append(word) }
    }
  }

  private static func isLong(_ word: String) -> Bool {
    word.utf8.count > 2 && word != "and" && word != "the" || word.utf8.allSatisfy { $0 < 0x3A }
  }

  var isUnknown: Bool { text.isEmpty }

  /// The number of bytes, which for Latin names is that of letters and digits.
  var length: Int { text.utf8.count }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The name with further words.
  func appending(_ other: Name) -> Name {
    if other.isUnknown { return self }
    return isUnknown ? other : Name(words + other.words)
  }

  /// The first bytes, as a blocking key.
  func prefix(_ length: Int) -> String { String(decoding: text.utf8.prefix(length), as: UTF8.self) }

  /// The last bytes, as a blocking key.
  func suffix(_ length: Int) -> String { String(decoding: text.utf8.suffix(length), as: UTF8.self) }
}

extension Name {
  /// The similarity in percent below which differences do not matter.
  static let minSimilarity = 40
  /// The similarity of a joined name below which it is a coincidence.
  static let minJoinedSimilarity = 80

  /// The share of letters that stay when one name is turned into the other, in percent. Only equal
  /// names have 100. The same words in another order count as 95. A similarity below
  /// ``minSimilarity`` is reported as 0.
  func similarity(to other: Name) -> Int {
    if text == other.text { return 100 }
    if hasSameWords(as: other) { return 95 }
    let most = Name.atMost(length, letters, other.length, other.letters)
    guard most >= Name.minSimilarity else { return 0 }
    return min(most, Name.similarity(text, other.text, atLeast: Name.minSimilarity))
  }

  /// The same for two names written as one on either side: "Title - Album". Below
  /// ``minJoinedSimilarity`` the result is 0, because a long and a short name often overlap.
  static func similarity(joined left: (Name, Name), _ right: (Name, Name)) -> Int {
    let (one, other) = (left.0.length + left.1.length, right.0.length + right.1.length)
    let letters = left.0.letters.joined(with: left.1.letters)
    let otherLetters = right.0.letters.joined(with: right.1.letters)
    guard max(one, other) > 0, atMost(one, letters, other, otherLetters) >= minJoinedSimilarity
    else { return 0 }
    let similarity = similarity(
      left.0.text + left.1.text,
      right.0.text + right.1.text,
      atLeast: minJoinedSimilarity
    )
    return min(99, similarity)
  }

  /// Whether one name is a truncated form of the other: a prefix, a suffix, or its ASCII letters.
  /// The latter remain if the letters of another script were lost.
  func isPart(of other: Name) -> Bool {
    let (short, long) = length < other.length ? (self, other) : (other, self)
    guard !short.isUnknown, short.letters.missing(in: long.letters) == 0 else { return false }
    let (part, whole) = (short.text.utf8, long.text.utf8)
    return whole.starts(with: part) || whole.suffix(part.count).elementsEqual(part)
      || part.elementsEqual(whole.lazy.filter { $0 < 0x80 })
  }

  /// Whether the other name starts with the letters of this one, or equals it.
  func isBeginning(of other: Name) -> Bool {
    !isUnknown && length <= other.length && other.text.utf8.starts(with: text.utf8)
  }

  /// Whether the other name starts with the words of this one and continues: "OK Computer OKNOTOK".
  func begins(_ other: Name) -> Bool {
    !isUnknown && words.count < other.words.count && other.words.starts(with: words)
  }

  /// Whether one of them has a word that the other lacks, in any spelling: "Boston Manor".
  func hasOtherWord(than other: Name) -> Bool {
    hasWord(missingIn: other) || other.hasWord(missingIn: self)
  }

  private func hasWord(missingIn other: Name) -> Bool {
    words.contains { word in
      word.utf8.count >= 3 && !other.text.contains(word)
        && !other.words.contains { Name.similarity(word, $0, atLeast: 60) > 0 }
    }
  }

  /// Whether two names are in one script; otherwise a difference shows nothing.
  func isComparable(to other: Name) -> Bool {
    Script(text.utf8).isComparable(to: Script(other.text.utf8))
  }

  private func hasSameWords(as other: Name) -> Bool {
    length == other.length && letters == other.letters && words.count == other.words.count
      && words.sorted() == other.words.sorted()
  }

  /// Their similarity in percent, or 0 if it is lower than `percent`.
  private static func similarity(_ one: String, _ other: String, atLeast percent: Int) -> Int {
    let longer = max(one.utf8.count, other.utf8.count)
    let distance = EditDistance.between(
      one.utf8.span,
      other.utf8.span,
      atMost: longer * (100 - percent) / 100
    )
    return distance.map { (longer - $0) * 100 / longer } ?? 0
  }

  /// The maximum similarity of two names in percent, by length and kinds of letters.
  private static func atMost(
    _ length: Int,
    _ letters: LetterKinds,
    _ otherLength: Int,
    _ otherLetters: LetterKinds
  ) -> Int {
    let longer = max(length, otherLength)
    let differing = max(
      letters.missing(in: otherLetters),
      otherLetters.missing(in: letters),
      abs(length - otherLength)
    )
    return (longer - differing) * 100 / longer
  }
}

/// The kinds of letters in a name, and which of them occur twice. Names that differ in many of them
/// are not similar, which this shows without comparing letter by letter.
struct LetterKinds: Hashable {
  /// One bit for each of 32 kinds of letters: in the lower half if it occurs, in the upper if
  /// twice. Letters of one kind count as equal.
  private var bits: UInt64 = 0

  init(_ text: some Sequence<UInt8>) {
    for byte in text {
      let bit = UInt64(1) << UInt64(byte & 31)
      bits |= (bits & bit) << 32 | bit
    }
  }

  /// The letters of two names together.
  func joined(with more: LetterKinds) -> LetterKinds {
    var all = self
    all.bits |= more.bits | (bits & more.bits) << 32
    return all
  }

  /// The minimum number of letters in this name that the other lacks.
  func missing(in other: LetterKinds) -> Int { (bits & ~other.bits).nonzeroBitCount }
}

/// The letters in which a normalized name is written.
struct Script {
  private var hasLatin = false
  private var hasOther = false

  init(_ name: some Sequence<UInt8>) {
    for byte in name {
      if byte >= 0x80 { hasOther = true }
      if (0x61...0x7A).contains(byte) { hasLatin = true }
    }
  }

  /// Names without letters, such as "1999", are comparable to all.
  func isComparable(to other: Script) -> Bool {
    let areAlike = hasLatin && other.hasLatin || hasOther && other.hasOther
    return areAlike || !hasLatin && !hasOther || !other.hasLatin && !other.hasOther
  }
}
