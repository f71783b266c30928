import EntityResolution
package import MusicModel

/// The words by which the library finds records, in the form in which it stores them.
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
  /// The number by which the file of records contains the id.
  package var recordKey: Int { Int(truncatingIfNeeded: StableHash.of(description)) }
}
