/// A normalized name: without case, accents, punctuation, spaces and the article "the".
///
/// "Beyoncé" equals "beyonce", "AC/DC" equals "ACDC", "Simon & Garfunkel" equals "Simon and
/// Garfunkel", "The Beatles" and "Beatles, The" equal "Beatles". Names of punctuation only are not
/// changed ("!!!", "+").
package struct FoldedName: Hashable, Sendable {
  /// The words, separated by single spaces.
  package let words: String
  private let key: String

  package init(_ text: String) {
    var scanner = NameTokenizer()
    self.init(text, by: &scanner)
  }

  /// Normalizes one of many names.
  init(_ text: String, by scanner: inout NameTokenizer) {
    scanner.scan(text)
    self.init(scanner)
  }

  init(_ scanner: NameTokenizer) {
    var words = ""
    var key = ""
    for word in scanner.wordsWithoutArticle {
      let text = String(decoding: scanner.bytes[word.start..<word.end], as: UTF8.self)
      words += words.isEmpty ? text : " " + text
      key += text
    }
    self.words = words
    self.key = key
  }

  package static func == (left: FoldedName, right: FoldedName) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Whether it has a word.
  package func hasWord(_ word: Substring) -> Bool {
    var rest = words.utf8[...]
    while !rest.isEmpty {
      let next = rest.prefix { $0 != Characters.space }
      if next.elementsEqual(word.utf8) { return true }
      rest = rest[next.endIndex...].dropFirst()
    }
    return false
  }

  /// Whether the other name starts with the words of this one and continues.
  package func begins(_ longer: FoldedName) -> Bool {
    !words.isEmpty && longer.words.utf8.starts(with: words.utf8)
      && longer.words.utf8.dropFirst(words.utf8.count).first == Characters.space
  }
}

extension NameTokenizer {
  func hash(_ word: Word) -> UInt64 { StableHash.of(bytes[word.start..<word.end]) }

  /// The words, separated by single spaces.
  func text(_ words: ArraySlice<Word>) -> String {
    words.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }.joined(separator: " ")
  }

  /// The words without a leading "the", or a trailing one after a comma.
  var wordsWithoutArticle: ArraySlice<Word> {
    guard words.count > 1 else { return words[...] }
    if isArticle(words[0]) { return words.dropFirst() }
    let last = words[words.count - 1]
    if isArticle(last), case .item = parts[last.part] { return words.dropLast() }
    return words[...]
  }

  private func isArticle(_ word: Word) -> Bool {
    word.end - word.start == 3 && bytes[word.start] == UInt8(ascii: "t")
      && bytes[word.start + 1] == UInt8(ascii: "h") && bytes[word.start + 2] == UInt8(ascii: "e")
  }
}
