/// The words with which a source tells albums of one title apart: "Green Album".
struct Disambiguation: Hashable, Sendable {
  private let words: Name
  /// The same words, spelled as in titles: "3" for "III".
  private let title: Name

  init(_ text: String?, _ names: NameReader) {
    words = text.map { names.credit($0).name } ?? .unknown
    title = text.map { names.title($0).full } ?? .unknown
  }

  /// Whether they contain a title: "later reissued as Gypsys, Tramps & Thieves". Words of the artist's name show nothing.
  func contains(_ title: ParsedTitle, by artist: ArtistCredit) -> Bool {
    let own = title.core.words.filter { !artist.name.words.contains($0) }
    return !own.isEmpty && own.allSatisfy(self.title.words.contains)
  }

  /// What may be the title by which another source tells it apart.
  var keys: [String] { title.isUnknown ? [] : [title.text] }

  /// Whether another source writes them in brackets.
  func fits(_ aside: Name) -> Bool {
    !words.isUnknown && !aside.isUnknown
      && (words.words.allSatisfy(aside.words.contains)
        || aside.words.allSatisfy(words.words.contains))
  }
}
