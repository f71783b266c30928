import BusProtocol
import EntityResolution
import Foundation
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Searching the library for real names")
struct RecordSpellingTests {
  private static let nowMs = 1_800_000_000_000

  private static func store(_ directory: TestDirectory) throws -> RecordStore {
    let store = try RecordStore(at: "\(directory.path)/records.sqlite")
    let records = try (RealNames.all + decoys).enumerated().map { number, name in
      let id = try #require(EntityID("a:artist:\(number)"))
      return Entity.artist(Artist(id: id, name: name))
    }
    for start in stride(from: 0, to: records.count, by: 100) {
      let chunk = Array(records[start..<min(start + 100, records.count)])
      try store.add(chunk, .artistsSearch, seenMs: nowMs)
    }
    return store
  }

  /// Names that nothing has, made of syllables.
  private static var decoys: [String] {
    let syllables = ["ba", "ke", "mi", "no", "ru", "sta", "lor", "vin", "dex", "qua", "zo", "phi"]
    return (0..<2000).map { number in
      let picks = [number % 12, number / 12 % 12, number / 144 % 12, (number * 7 + 3) % 12]
      let parts = picks.map { syllables[$0] }
      return "\(parts[0])\(parts[1])\(parts[3]) \(parts[2])\(parts[3])"
    }
  }

  /// A way in which users misspell names; `nil` if it does not apply to a name.
  private static let spellings: [(name: String, change: @Sendable (String) -> String?)] = [
    ("one typo", { typo($0) }),
    ("accents dropped", { withoutAccents($0) }),
    ("words swapped", { swapped($0) }),
    ("prefix of 3", { $0.count >= 3 ? String($0.prefix(3)) : $0 }),
  ]

  private static func typo(_ name: String) -> String? {
    var words = name.split(separator: " ").map(Array.init)
    guard let index = words.indices.max(by: { words[$0].count < words[$1].count }),
      words[index].count >= 6
    else { return nil }
    // Scripts without spaces are found by every two characters, not by similar words.
    guard let scalar = words[index].first?.unicodeScalars.first, scalar.value < 0x1100 else {
      return nil
    }
    let middle = words[index].count / 2
    switch name.count % 3 {
    case 0: words[index].remove(at: middle)
    case 1: words[index].swapAt(middle, middle - 1)
    default: words[index].insert(words[index][middle], at: middle)
    }
    return words.map { String($0) }.joined(separator: " ")
  }

  private static func withoutAccents(_ name: String) -> String {
    let plain = name.decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !(0x300...0x36F).contains($0.value) }
    return String(String.UnicodeScalarView(plain)).lowercased()
  }

  private static func swapped(_ name: String) -> String? {
    let words = name.split(separator: " ")
    return words.count < 2 ? nil : words.reversed().joined(separator: " ")
  }

  @Test("finds 97 % of 200 names in 8 scripts among the first ten, however they are spelled")
  func spellings() throws {
    let directory = try TestDirectory()
    let store = try Self.store(directory)
    var (tried, found) = (0, 0)
    var missed: [String] = []
    for name in RealNames.all {
      for (spelling, change) in Self.spellings {
        guard let text = change(name) else { continue }
        let query = LibraryQuery(.artistsSearch, .artist, .text(text, and: []), maxRecords: 10)
        let hits = try store.search(query, nowMs: Self.nowMs).map(\.record.entity.displayName)
        tried += 1
        if hits.contains(name) {
          found += 1
        } else {
          missed.append("\(name) (\(spelling)): \(text)")
        }
      }
    }
    #expect(RealNames.all.count >= 200)
    #expect(Double(found) >= 0.97 * Double(tried), "\(found) of \(tried); missed \(missed)")
  }

  // MARK: Misspelt words

  /// The words of the names that are long enough to be searched with a typo, as the library has them.
  private static let words: [String] = {
    let words = RealNames.all.flatMap { LibraryTerms($0).terms.filter(\.isCorrectable) }
    return Set(words.map(\.word)).sorted()
  }()

  private enum Mistake: CaseIterable {
    case wrong, missing, doubled, swapped

    /// A word with this mistake in one of its letters; `nil` if that leaves the word as it is, or so short that it is
    /// searched as it is.
    func made(in word: String, at place: Int) -> String? {
      var letters = Array(word.unicodeScalars)
      let next = (place + 1) % letters.count
      switch self {
      case .wrong: letters[place] = letters[next]
      case .missing: letters.remove(at: place)
      case .doubled: letters.insert(letters[place], at: place)
      case .swapped: letters.swapAt(place, next == 0 ? place - 1 : next)
      }
      let text = String(String.UnicodeScalarView(letters))
      return text == word || text.count < LibraryTypos.minLength ? nil : text
    }
  }

  @Test("recognizes 999 of 1,000 words by their beginning or end, wherever one letter is wrong")
  func anchors() {
    var (tried, missed) = (0, [String]())
    for word in Self.words {
      for place in 0..<word.unicodeScalars.count {
        for mistake in Mistake.allCases {
          guard let text = mistake.made(in: word, at: place) else { continue }
          let (beginning, end) = LibraryTypos.anchors(of: text)
          tried += 1
          if !LibraryTypos(of: text).contain(word)
            || !word.hasPrefix(beginning) && !word.hasSuffix(end)
          {
            missed.append("\(word): \(text)")
          }
        }
      }
    }
    #expect(tried >= 5_000)
    #expect(missed.count <= tried / 1_000, "missed \(missed) of \(tried)")
  }

  @Test("finds 95 % of words with a letter that is wrong, missing, doubled or swapped")
  func mistakes() throws {
    let directory = try TestDirectory()
    let store = try Self.store(directory)
    for mistake in Mistake.allCases {
      var (tried, missed) = (0, [String]())
      for (number, word) in Self.words.enumerated() {
        let place = number % word.unicodeScalars.count
        guard let text = mistake.made(in: word, at: place) else { continue }
        let query = LibraryQuery(.artistsSearch, .artist, .text(text, and: []), maxRecords: 10)
        let hits = try store.search(query, nowMs: Self.nowMs).map(\.record.entity.displayName)
        tried += 1
        if !hits.contains(where: { LibraryTerms($0).terms.contains { $0.word == word } }) {
          missed.append("\(word): \(text)")
        }
      }
      #expect(tried >= 150)
      let found = Double(tried - missed.count)
      #expect(found >= 0.95 * Double(tried), "\(mistake): missed \(missed) of \(tried)")
    }
  }
}
