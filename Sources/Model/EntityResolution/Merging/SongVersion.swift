import MusicModel

extension Entity {
  /// The same, with what it says of itself if it is a version of another song: "live version", of "Yellow".
  func withVersion(_ names: NameReader) -> Entity {
    guard case .song(var song) = self else { return self }
    (song.version, song.versionOf) = (nil, nil)
    if let version = SongVersion(song, names) {
      song.version = version.text
      song.versionOf = version.original
    }
    return .song(song)
  }
}

/// A song that its title or its note calls a version of another: a live recording, a remix, a cover.
private struct SongVersion {
  let text: String
  /// The title without the words for the version.
  let original: String

  init?(_ song: Song, _ names: NameReader) {
    var title = song.title
    var version = names.title(title).version
    if version.isEmpty, let note = song.disambiguation {
      version = names.title("\(title) (\(note))").version
    }
    guard !version.isEmpty else { return nil }
    while !names.title(title).version.isEmpty {
      guard let shorter = SongVersion.withoutLastPart(title) else { return nil }
      title = shorter
    }
    text = version.noun
    original = title
  }

  /// The title without its last words in brackets or after a dash; `nil` if it has none.
  private static func withoutLastPart(_ title: String) -> String? {
    let opening = title.lastIndex { "([".contains($0) }
    let start =
      switch (opening, title.ranges(of: " - ").last?.lowerBound) {
      case (let bracket?, let dash?): max(bracket, dash)
      case (let bracket, let dash): bracket ?? dash
      }
    guard let start, start > title.startIndex else { return nil }
    let rest = title[..<start].split(separator: " ").joined(separator: " ")
    return rest.isEmpty ? nil : rest
  }
}

extension VersionWords {
  /// A noun for users: "live acoustic version", "extended remix".
  fileprivate var noun: String {
    let words = VersionWords.adjectiveWords.filter { contains($0.0) }.map(\.1)
    let nouns = VersionWords.nouns.filter { contains($0.0) }.map(\.1)
    return (words + [nouns.first ?? "version"]).joined(separator: " ")
  }

  private static let adjectiveWords: [(VersionWords, String)] = [
    (.live, "live"), (.acoustic, "acoustic"), (.instrumental, "instrumental"),
    (.instrument, "instrumental"), (.karaoke, "karaoke"), (.vocal, "a cappella"),
    (.orchestral, "orchestral"), (.extended, "extended"), (.language, "other-language"),
    (.speed, "sped-up or slowed"), (.rerecorded, "re-recorded"),
  ]

  private static let nouns: [(VersionWords, String)] = [
    (.remix, "remix"), (.cover, "cover"), (.tribute, "tribute"), (.demo, "demo"),
    (.alternate, "alternate take"), (.commentary, "commentary"), (.video, "video"), (.edit, "edit"),
  ]
}
