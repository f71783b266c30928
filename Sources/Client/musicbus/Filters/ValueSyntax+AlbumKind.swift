import CommandKit
import MusicModel

extension ValueSyntax where Value == AlbumKind {
  /// A kind of album, ignoring case.
  static func albumKind(_ name: String) -> Self {
    let words = AlbumKind.selectable.map(\.rawValue)
    let expectation = "one of " + words.joined(separator: ", ")
    return Self(name, expectation: expectation, suggestions: .words(words)) { word in
      selectableKind(word)
    }
  }
}

extension ValueSyntax where Value == Set<AlbumKind> {
  /// Kinds of albums, separated by commas.
  static func albumKinds(_ name: String) -> Self {
    let words = AlbumKind.selectable.map(\.rawValue)
    let expectation = "kinds separated by commas, of " + words.joined(separator: ", ")
    return Self(
      name,
      expectation: expectation,
      suggestions: .words(words),
      invalidPart: { word in MemberNames.split(word).first { selectableKind($0) == nil } }
    ) { word in
      let names = MemberNames.split(word)
      let kinds = names.compactMap(selectableKind)
      return kinds.count == names.count ? Set(kinds) : nil
    }
  }
}

extension AlbumKind {
  /// The kinds that can be selected.
  static let selectable: [AlbumKind] = [
    .album, .single, .ep, .compilation, .live, .remix, .soundtrack, .demo, .karaoke, .tribute,
  ]
}

private func selectableKind(_ word: String) -> AlbumKind? {
  AlbumKind.selectable.first { $0.rawValue.isWord(word) }
}
