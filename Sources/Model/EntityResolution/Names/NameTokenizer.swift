@_spi(_Unicode) import Swift

/// Splits a name into normalized words: lower case, no accents, no punctuation. Records which words are
/// in brackets or after a dash, because titles name editions and versions there.
///
/// One tokenizer reads many names in turn without allocating memory for each.
struct NameTokenizer {
  /// The letters of all words, concatenated.
  private(set) var bytes: [UInt8] = []
  private(set) var words: [Word] = []
  /// The parts of the name; the first is its main part.
  private(set) var parts: [Part] = [.main]

  /// A word of the name.
  struct Word {
    var start: Int
    var end: Int
    /// Its index in ``NameTokenizer/parts``.
    var part: Int

    var length: Int { end - start }
  }

  enum Part {
    case main
    /// In brackets of any shape.
    case bracket
    /// After a dash or colon.
    case tail
    /// After a comma, semicolon or slash.
    case item
  }

  /// Whether the name has neither letters nor digits.
  private(set) var isSymbols = false

  private var isBetweenWords = true
  /// Whether a "&" or "+" becomes "and" if another word follows.
  private var pendingAnd = false
  /// The open brackets, each with the part that continues after it.
  private var enclosing: [Int] = []
  private var part = 0
  /// The part that the next word starts.
  private var pendingPart: Part?

  private static let maxNesting = 8
  /// The rest of a longer name is not read: comparing names takes more than linear time.
  private static let maxBytes = 1_000

  /// Reads a name, and discards the previous one.
  mutating func scan(_ name: String) {
    reset()
    var text = name
    if name.utf8.count > NameTokenizer.maxBytes {
      text = String(decoding: name.utf8.prefix(NameTokenizer.maxBytes), as: UTF8.self)
    }
    let isASCII = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      bytes.reserveCapacity(utf8.count)
      append(ascii: utf8)
      return true
    }
    if !isASCII { append(scalars: text._nfd) }
    isSymbols = words.isEmpty
    if isSymbols { readSymbols(of: text) }
    endWord()
  }

  /// Appends runs of letters and digits in one step.
  private mutating func append(ascii utf8: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < utf8.count {
      var end = index
      while end < utf8.count, Characters.isPlain(utf8[end]) { end += 1 }
      if end > index {
        append(letters: UnsafeBufferPointer(rebasing: utf8[index..<end]))
        index = end
      } else {
        append(
          utf8[index],
          after: index > 0 ? utf8[index - 1] : Characters.space,
          before: index + 1 < utf8.count ? utf8[index + 1] : Characters.space
        )
        index += 1
      }
    }
  }

  private mutating func append(letters: UnsafeBufferPointer<UInt8>) {
    startWord()
    let start = bytes.count
    bytes.append(contentsOf: letters)
    for index in start..<bytes.count where bytes[index] & 0x60 == 0x40 { bytes[index] |= 0x20 }
  }

  private mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    parts.removeSubrange(1...)
    enclosing.removeAll(keepingCapacity: true)
    isBetweenWords = true
    pendingAnd = false
    pendingPart = nil
    part = 0
  }

  private mutating func append(scalars: some Sequence<Unicode.Scalar>) {
    var previous = Characters.space
    var rest = scalars.lazy.filter { !Characters.isMark($0) }.makeIterator()
    var current = rest.next()
    while let scalar = current {
      let next = rest.next()
      if let byte = Characters.ascii(scalar) {
        append(byte, after: previous, before: next.map(Characters.neighbor) ?? Characters.space)
      } else {
        append(other: scalar)
      }
      previous = Characters.neighbor(scalar)
      current = next
    }
  }

  private mutating func append(_ byte: UInt8, after previous: UInt8, before next: UInt8) {
    switch Characters.roles[Int(byte)] {
    case .letter:
      letter(byte)
    case .capital:
      letter(byte | 0x20)
    case .silent:
      break  // R.E.M., Don't
    case .exclamation where Characters.isLetter(previous) && Characters.isLetter(next):
      letter(UInt8(ascii: "i"))  // P!nk
    case .dollar where Characters.isLetter(previous) || Characters.isLetter(next):
      letter(UInt8(ascii: "s"))  // Ke$ha, $uicideboy$
    case .and:
      isBetweenWords = true
      pendingAnd = !words.isEmpty
    case .opening:
      open()
    case .closing:
      close()
    case .dash where previous == Characters.space || next == Characters.space || next == byte:
      isBetweenWords = true
      announce(.tail)
    case .colon:
      isBetweenWords = true
      announce(.tail)
    case .comma:
      isBetweenWords = true
      announce(.item)
    default:
      isBetweenWords = true
    }
  }

  private mutating func append(other scalar: Unicode.Scalar) {
    if let replacement = Characters.replacements[scalar] {
      for byte in replacement.utf8 { letter(byte) }
    } else if Characters.isWordPart(scalar) {
      startWord()
      bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    } else if Characters.isOpening(scalar) {
      open()
    } else if Characters.isClosing(scalar) {
      close()
    } else if Characters.isDash(scalar) {
      isBetweenWords = true
      announce(.tail)
    } else if !Characters.isQuote(scalar) {
      isBetweenWords = true
    }
  }

  private mutating func letter(_ byte: UInt8) {
    startWord()
    bytes.append(byte)
  }

  private mutating func startWord() {
    guard isBetweenWords || pendingAnd else { return }
    if pendingAnd {
      pendingAnd = false
      isBetweenWords = true
      for byte in "and".utf8 { letter(byte) }
    }
    if let next = pendingPart, !words.isEmpty {
      parts.append(next)
      part = parts.count - 1
    }
    pendingPart = nil
    isBetweenWords = false
    endWord()
    words.append(Word(start: bytes.count, end: bytes.count, part: part))
  }

  private mutating func endWord() {
    if !words.isEmpty { words[words.count - 1].end = bytes.count }
  }

  private mutating func announce(_ next: Part) {
    if enclosing.isEmpty { pendingPart = next }
  }

  private mutating func open() {
    isBetweenWords = true
    guard enclosing.count < NameTokenizer.maxNesting else { return }
    enclosing.append(part)
    pendingPart = .bracket
  }

  private mutating func close() {
    isBetweenWords = true
    pendingPart = nil
    part = enclosing.popLast() ?? part
  }

  /// Reads a name that has neither letters nor digits: "!!!", "+".
  private mutating func readSymbols(of text: String) {
    bytes.append(contentsOf: text.filter { !$0.isWhitespace }.lowercased().utf8)
    if !bytes.isEmpty { words.append(Word(start: 0, end: bytes.count, part: 0)) }
  }
}
