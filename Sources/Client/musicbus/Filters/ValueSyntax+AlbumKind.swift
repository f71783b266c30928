import CommandKit
import MusicModel

extension ValueSyntax where Value == AlbumKind {
  /// A kind of album, ignoring case.
  static func albumKind(_ name: String) -> Self {
    let kinds: [AlbumKind] = [
      .album, .single, .ep, .compilation, .live, .remix, .soundtrack, .demo, .karaoke, .tribute,
    ]
    let words = kinds.map(\.rawValue)
    let expectation = "one of " + words.joined(separator: ", ")
    return Self(name, expectation: expectation, suggestions: .words(words)) { word in
      kinds.first { $0.rawValue == word.lowercased() }
    }
  }
}
