/// The words by which a source tells albums of one title apart: "Green Album".
struct Disambiguation: Hashable, Sendable {
  private let words: Name

  init(_ text: String?, _ names: NameReader) {
    words = text.map { names.credit($0).name } ?? .unknown
  }

  /// Whether another source writes them in brackets.
  func fits(_ aside: Name) -> Bool {
    !words.isUnknown && !aside.isUnknown
      && (words.words.allSatisfy(aside.words.contains)
        || aside.words.allSatisfy(words.words.contains))
  }
}
