/// The pairs of adjacent letters of a text, which tell texts with a typo from others (Dice's coefficient).
package struct LetterPairs: Hashable, Sendable {
  private let pairs: Set<String>

  /// The similarity from which texts may be the same but for slips of the keyboard.
  package static let alike = 0.4

  package init(_ text: some StringProtocol) {
    let letters = Array(text)
    pairs = Set(zip(letters, letters.dropFirst()).map { "\($0)\($1)" })
  }

  package var isEmpty: Bool { pairs.isEmpty }

  /// The share of the pairs that both have: 0 to 1.
  package func similarity(to other: LetterPairs) -> Double {
    let count = pairs.count + other.pairs.count
    return count == 0 ? 0 : Double(2 * pairs.intersection(other.pairs).count) / Double(count)
  }
}
