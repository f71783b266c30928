import EntityResolution
package import MusicModel

/// The search words of records in the library, as it stores them.
///
/// A word has no case and no accents. Scripts such as Chinese, Japanese and Thai are written without
/// spaces, so every two neighbouring characters are a word.
package enum LibraryText {
  /// The mark of a whole name, written before its letters.
  private static let nameMark = "\u{E100}"
  /// Symbols are stored as characters from here on, because the index separates words at symbols.
  private static let symbolBase: UInt32 = 0xE200
  /// The maximum number of letters of a whole name.
  private static let maxNameLength = 48
  /// The maximum number of other names of an artist.
  private static let maxAliases = 12

  /// The words of records. A name that many of them have, such as that of their artist, is read once.
  package struct NameWords {
    private var known: [String: (whole: String, words: [String])] = [:]
    private static let maxNames = 1_000

    package init() {}

    /// All words of a record: those of its name and its artist, and its whole name.
    package mutating func words(of entity: Entity) -> [String] {
      let name = read(entity.displayName)
      var words = [name.whole] + name.words
      for text in otherNames(of: entity) { words += read(text).words }
      var seen: Set<String> = []
      return words.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private mutating func read(_ name: String) -> (whole: String, words: [String]) {
      if let known = known[name] { return known }
      if known.count >= NameWords.maxNames { known = [:] }
      let words = (whole: wholeName(name), words: runs(of: name).flatMap(\.indexWords))
      known[name] = words
      return words
    }
  }

  private static func otherNames(of entity: Entity) -> [String] {
    if case .artist(let artist) = entity { return Array(artist.aliases.prefix(maxAliases)) }
    return [entity.artist?.name].compactMap(\.self)
  }

  /// A name without spaces, marked as a whole.
  static func wholeName(_ text: String) -> String {
    let letters = FoldedName(text).words.filter { $0 != " " }
    return letters.isEmpty ? "" : nameMark + encoded(letters.prefix(maxNameLength))
  }

  /// Whether a word is a whole name.
  package static func isWholeName(_ word: String) -> Bool { word.hasPrefix(nameMark) }

  /// The words of a text, each divided where the script changes.
  static func runs(of text: String) -> [Run] {
    FoldedName(text).words.split(separator: " ").flatMap { word in
      var runs: [Run] = []
      for character in word {
        let isDense = isDense(character)
        if runs.last?.isDense == isDense {
          runs[runs.count - 1].characters.append(character)
        } else {
          runs.append(Run(characters: [character], isDense: isDense))
        }
      }
      return runs
    }
  }

  /// Whether a character belongs to a script without spaces.
  private static func isDense(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: return true
    case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      return true
    default: return false
    }
  }

  static func encoded(_ characters: some Collection<Character>) -> String {
    var text = ""
    for scalar in characters.lazy.flatMap(\.unicodeScalars) {
      let isSymbol = scalar.isASCII && !scalar.properties.isAlphabetic && !isDigit(scalar)
      let symbol = isSymbol ? Unicode.Scalar(symbolBase + scalar.value) : nil
      text.unicodeScalars.append(symbol ?? scalar)
    }
    return text
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Neighbouring characters of one kind of script.
  struct Run: Hashable, Sendable {
    var characters: [Character]
    let isDense: Bool

    /// The word, or every two neighbouring characters and the last one.
    var indexWords: [String] {
      guard isDense else { return [encoded(characters)] }
      return pairs + [encoded(characters.suffix(1))]
    }

    var pairs: [String] {
      zip(characters, characters.dropFirst()).map { encoded([$0, $1]) }
    }
  }
}

extension EntityID {
  /// The number of the id in the file of records.
  package var recordKey: Int { Int(truncatingIfNeeded: StableHash.of(description)) }
}

/// The words that a user typed, as the library searches them: in any order, each as a prefix.
package struct LibraryTerms: Hashable, Sendable {
  /// A word of the text.
  package struct Term: Hashable, Sendable {
    package let word: String
    /// Whether words that begin with it match as well.
    package let isPrefix: Bool
    /// The number of the run of characters that contains it.
    fileprivate let run: Int
    /// Whether it is long enough to be searched with a typo.
    package var isCorrectable: Bool { isPrefix && word.count >= LibraryTypos.minLength }
  }

  package let terms: [Term]
  /// An expression in the syntax of the index.
  package struct Expression: Hashable, Sendable {
    package let text: String
    /// Whether it selects only records that the user likes or opens.
    package let isOfPreferred: Bool

    init(_ text: String, isOfPreferred: Bool = false) {
      self.text = text
      self.isOfPreferred = isOfPreferred
    }
  }
  /// The text as a whole name.
  private let name: String
  /// The maximum number of words that are searched.
  private static let maxTerms = 16
  /// The number of pairs of characters from which one of the characters may be a typo.
  private static let minPairs = 3
  /// Words that names often omit.
  private static let fillers: Set<String> = ["and", "the"]

  /// Reads a text; `others` are further names that records must contain, such as the artist.
  package init(_ text: String, and others: [String] = []) {
    let runs = ([text] + others).flatMap(LibraryText.runs).enumerated()
    let all = runs.flatMap { number, run in
      if run.isDense, run.characters.count > 1 {
        return run.pairs.map { Term(word: $0, isPrefix: false, run: number) }
      }
      return [Term(word: LibraryText.encoded(run.characters), isPrefix: true, run: number)]
    }
    let essential = all.filter { !LibraryTerms.fillers.contains($0.word) }
    terms = Array((essential.isEmpty ? all : essential).prefix(LibraryTerms.maxTerms))
    name = others.isEmpty ? LibraryText.wholeName(text) : ""
  }

  /// The expressions to match one after another, the best first.
  ///
  /// They select records of that very name, preferred ones with all words, names that begin with the
  /// text, and others with all words.
  package var expressions: [Expression] {
    guard !terms.isEmpty else { return [] }
    let words = terms.map { LibraryTerms.phrase($0.word, isPrefix: $0.isPrefix) }
      .joined(separator: " AND ")
    let (all, preferred) = (Expression(words), Expression(words, isOfPreferred: true))
    guard !name.isEmpty else { return [preferred, all] }
    return [
      Expression(LibraryTerms.phrase(name, isPrefix: false)), preferred,
      Expression(LibraryTerms.phrase(name, isPrefix: true)), all,
    ]
  }

  /// The expression for a text with typos.
  ///
  /// It has known words in place of those that no record contains, and ignores one of the characters of
  /// each script without spaces.
  ///
  /// - Returns: `nil` if a word has no replacement, or no word can be replaced.
  package func expression(replacing replacements: [String: [String]]) -> Expression? {
    var parts: [String] = []
    for run in Set(terms.map(\.run)).sorted() {
      let pairs = terms.filter { $0.run == run && !$0.isPrefix }.map(\.word)
      if pairs.count >= LibraryTerms.minPairs { parts.append(LibraryTerms.withoutOne(of: pairs)) }
      for term in terms where term.run == run {
        guard term.isPrefix || pairs.count < LibraryTerms.minPairs else { continue }
        let original = LibraryTerms.phrase(term.word, isPrefix: term.isPrefix)
        if let words = replacements[term.word], !words.isEmpty {
          let alternatives = [original] + words.map { LibraryTerms.phrase($0, isPrefix: false) }
          parts.append("(\(alternatives.joined(separator: " OR ")))")
        } else {
          guard !term.isCorrectable else { return nil }
          parts.append(original)
        }
      }
    }
    guard parts.contains(where: { $0.hasPrefix("(") }) else { return nil }
    return Expression(parts.joined(separator: " AND "))
  }

  /// The expression for neighbouring characters, any one of which may differ.
  private static func withoutOne(of pairs: [String]) -> String {
    let alternatives = (0...pairs.count).map { wrong in
      let others = pairs.indices.filter { $0 != wrong && $0 != wrong - 1 }
      return others.map { phrase(pairs[$0], isPrefix: false) }.joined(separator: " AND ")
    }
    return "(\(alternatives.map { "(\($0))" }.joined(separator: " OR ")))"
  }

  /// A word in the syntax of the index; words contain no quotes.
  private static func phrase(_ word: String, isPrefix: Bool) -> String {
    "\"\(word)\"\(isPrefix ? " *" : "")"
  }
}

/// The words that differ from one by one typo.
///
/// A typo is a letter too many or too few, another letter, or two that are swapped.
package struct LibraryTypos: Hashable, Sendable {
  /// The length from which a word is searched with a typo.
  package static let minLength = 5

  private let typed: [Unicode.Scalar]

  package init(of word: String) { typed = Array(word.unicodeScalars) }

  /// The beginning and the end of a word, one of which a typo leaves unchanged.
  package static func anchors(of word: String) -> (beginning: String, end: String) {
    let middle = (word.count - 1) / 2
    return (String(word.prefix(middle)), String(word.dropFirst(middle + 1)))
  }

  /// Whether a word, or the beginning of it that a user has typed so far, differs by one typo.
  package func contain(_ word: String) -> Bool {
    let word = Array(word.unicodeScalars)
    guard word.count >= typed.count - 1 else { return false }
    if isOneEdit(word[...]) { return true }
    // The user may not have typed the rest yet.
    return (typed.count - 1...typed.count + 1).contains { length in
      length >= LibraryTypos.minLength && length < word.count && isOneEdit(word[..<length])
    }
  }

  private func isOneEdit(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard abs(typed.count - word.count) <= 1 else { return false }
    let least = min(typed.count, word.count)
    var start = 0
    while start < least, typed[start] == word[word.startIndex + start] { start += 1 }
    var end = 0
    while end < least - start,
      typed[typed.count - 1 - end] == word[word.endIndex - 1 - end]
    {
      end += 1
    }
    let rests = (typed.count - start - end, word.count - start - end)
    switch rests {
    case (0, 1), (1, 0), (1, 1): return true
    case (2, 2):
      return typed[start] == word[word.startIndex + start + 1]
        && typed[start + 1] == word[word.startIndex + start]
    default: return false
    }
  }
}

/// A hash that is equal in every run and version, because files hold it.
enum StableHash {
  /// The hash of a text, mixed so that every bit depends on all bytes.
  static func of(_ text: String) -> UInt64 {
    var hash = text.utf8.stableHash
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }
}
