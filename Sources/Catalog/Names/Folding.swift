@_spi(_Unicode) import Swift

/// Turns text into the words by which it is compared: lower case, no accents, no punctuation, one
/// space between words, no leading or trailing article "the".
enum Folding {
  static let space = UInt8(ascii: " ")

  static func fold(_ text: String) -> [UInt8] {
    var folded = Folder(capacity: text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      folded.append(ascii: text.utf8)
    } else {
      folded.append(scalars: text._nfd)
    }
    let words = withoutArticle(folded.bytes)
    return words.isEmpty ? symbols(of: text) : words
  }

  /// What is left of a name that has no letter and no digit.
  private static func symbols(of text: String) -> [UInt8] {
    Array(text.filter { !$0.isWhitespace }.lowercased().utf8)
  }

  private static let article = Array("the".utf8)

  private static func withoutArticle(_ words: [UInt8]) -> [UInt8] {
    let rest = words.drop { $0 != space }.dropFirst()
    if !rest.isEmpty, words.prefix(4).elementsEqual(article + [space]) { return Array(rest) }
    return words
  }
}

/// Collects the folded words of one text.
private struct Folder {
  var bytes: [UInt8] = []
  /// Whether a space comes before the next letter.
  private var isBetweenWords = false
  /// A "&" or "+" that becomes "and" when another word follows.
  private var pendingAnd = false

  init(capacity: Int) { bytes.reserveCapacity(capacity + 8) }

  mutating func append(ascii text: String.UTF8View) {
    var previous: UInt8 = Folding.space
    var rest = text.makeIterator()
    var current = rest.next()
    while let byte = current {
      let next = rest.next()
      append(byte, after: previous, before: next ?? Folding.space)
      previous = byte
      current = next
    }
  }

  mutating func append(scalars: some Sequence<Unicode.Scalar>) {
    var previous: UInt8 = Folding.space
    var rest = scalars.lazy.filter { !Folding.isMark($0) }.makeIterator()
    var current = rest.next()
    while let scalar = current {
      let next = rest.next()
      if let byte = Folding.ascii(scalar) {
        append(byte, after: previous, before: next.map(Folding.neighbor) ?? Folding.space)
      } else {
        append(other: scalar)
      }
      previous = Folding.neighbor(scalar)
      current = next
    }
  }

  private mutating func append(_ byte: UInt8, after previous: UInt8, before next: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      letter(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      letter(byte | 0x20)
    case UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: "`"), UInt8(ascii: "\""):
      break  // R.E.M., Don't
    case UInt8(ascii: "!") where Folding.isLetter(previous) && Folding.isLetter(next):
      letter(UInt8(ascii: "i"))  // P!nk
    case UInt8(ascii: "$") where Folding.isLetter(previous) || Folding.isLetter(next):
      letter(UInt8(ascii: "s"))  // Ke$ha, $uicideboy$
    case UInt8(ascii: "&"), UInt8(ascii: "+"):
      pendingAnd = !bytes.isEmpty
      isBetweenWords = true
    default:
      isBetweenWords = true
    }
  }

  private mutating func append(other scalar: Unicode.Scalar) {
    if let replacement = Folding.replacements[scalar] {
      for byte in replacement.utf8 { letter(byte) }
    } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || Folding.isKanaMark(scalar)
    {
      startWord()
      bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    } else if !Folding.isQuote(scalar) {
      isBetweenWords = true
    }
  }

  private mutating func letter(_ byte: UInt8) {
    startWord()
    bytes.append(byte)
  }

  private mutating func startWord() {
    if pendingAnd { bytes.append(contentsOf: " and".utf8) }
    if isBetweenWords, !bytes.isEmpty { bytes.append(Folding.space) }
    pendingAnd = false
    isBetweenWords = false
  }
}
