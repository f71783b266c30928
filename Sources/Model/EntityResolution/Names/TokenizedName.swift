@_spi(_Unicode) import Swift

/// A name split into normalized words: lower case, no accents, no punctuation. Records which words are
/// in brackets or after a dash, because titles name editions and versions there.
struct TokenizedName {
  private(set) var words: [Word] = []
  /// The parts of the name; the first is its main part.
  private(set) var parts: [Part] = [.main]
  /// Whether the main part has neither letters nor digits: "÷ (Deluxe)".
  private(set) var isSymbols = false

  /// A word of the name.
  struct Word {
    var text: String
    /// Its index in ``TokenizedName/parts``.
    var part: Int
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

  /// The characters before the first word, which are the main part if no word follows in it.
  private var symbols = ""
  /// The letters of the current word, as UTF-8.
  private var letters: [UInt8] = []
  private var isBetweenWords = true
  /// Whether a "&" or "+" becomes "and" if another word follows.
  private var pendingAnd = false
  /// The open brackets, each with the part that continues after it.
  private var enclosing: [Int] = []
  private var part = 0
  /// The part of the current word.
  private var partOfWord = 0
  /// The part that the next word starts.
  private var pendingPart: Part?

  private static let maxNesting = 8
  /// The rest of a longer name is not read: comparing names takes more than linear time.
  private static let maxBytes = 1_000

  init(_ name: String) {
    var text = name
    if name.utf8.count > TokenizedName.maxBytes {
      text = String(decoding: name.utf8.prefix(TokenizedName.maxBytes), as: UTF8.self)
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    append(
      isASCII
        ? Array(text.unicodeScalars)
        : text._nfd.filter { !Characters.isMark($0) }
          .map { Chinese.simplified(Characters.fullWidth($0)) }
    )
    endWord()
    endSymbols()
  }

  /// The words without a leading "the", or a trailing one after a comma.
  var wordsWithoutArticle: ArraySlice<Word> {
    guard words.count > 1 else { return words[...] }
    if words[0].text == "the" { return words.dropFirst() }
    let last = words[words.count - 1]
    if last.text == "the", case .item = parts[last.part] { return words.dropLast() }
    return words[...]
  }

  private mutating func append(_ scalars: [Unicode.Scalar]) {
    var previous = Characters.space
    for index in scalars.indices {
      let next =
        index + 1 < scalars.count ? Characters.neighbor(scalars[index + 1]) : Characters.space
      if let byte = Characters.ascii(scalars[index]) {
        append(byte, after: previous, before: next)
        noteSymbol(Unicode.Scalar(byte))
      } else {
        append(other: scalars[index])
        noteSymbol(scalars[index])
      }
      previous = Characters.neighbor(scalars[index])
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
      pendingAnd = !words.isEmpty || !letters.isEmpty
    case .opening:
      open()
    case .closing:
      close()
    case .dash where previous == Characters.space || next == Characters.space || next == byte:
      isBetweenWords = true
      if previous == Characters.space { endSymbols() }
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
      letters.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
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
    letters.append(byte)
  }

  private mutating func startWord() {
    guard isBetweenWords || pendingAnd else { return }
    if pendingAnd {
      pendingAnd = false
      isBetweenWords = true
      for byte in "and".utf8 { letter(byte) }
    }
    endWord()
    if let next = pendingPart, !words.isEmpty {
      parts.append(next)
      part = parts.count - 1
    }
    pendingPart = nil
    isBetweenWords = false
    partOfWord = part
  }

  private mutating func endWord() {
    guard !letters.isEmpty else { return }
    words.append(Word(text: String(decoding: letters, as: UTF8.self), part: partOfWord))
    letters.removeAll(keepingCapacity: true)
  }

  private mutating func announce(_ next: Part) {
    if enclosing.isEmpty { pendingPart = next }
  }

  /// Adds a character to those before the first word.
  private mutating func noteSymbol(_ scalar: Unicode.Scalar) {
    guard words.isEmpty, letters.isEmpty, !scalar.properties.isWhitespace else { return }
    symbols.unicodeScalars.append(scalar)
  }

  /// Makes the characters before the first word a word of their own.
  private mutating func endSymbols() {
    guard words.isEmpty, letters.isEmpty, !symbols.isEmpty else { return }
    isSymbols = true
    words.append(Word(text: symbols, part: 0))
  }

  private mutating func open() {
    isBetweenWords = true
    if enclosing.isEmpty { endSymbols() }
    guard enclosing.count < TokenizedName.maxNesting else { return }
    enclosing.append(part)
    pendingPart = .bracket
  }

  private mutating func close() {
    isBetweenWords = true
    pendingPart = nil
    part = enclosing.popLast() ?? part
  }
}
