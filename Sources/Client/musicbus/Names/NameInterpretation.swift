import MusicModel

/// One way to understand a name that stands in place of an id.
struct NameInterpretation: Hashable, Sendable {
  var kind: EntityKind
  /// The name or title.
  var text: String
  /// Of an album or song: its artist, where the name tells it.
  var artist: String?

  /// The ways to understand a name, the most likely first.
  ///
  /// "ARTIST - TITLE" is understood for albums and songs; as some names hold such a dash themselves,
  /// the whole is tried too.
  static func all(for name: String, as kinds: [EntityKind]) -> [NameInterpretation] {
    let parted = kinds.compactMap { kind in
      kind == .artist
        ? nil : split(name).map { NameInterpretation(kind: kind, text: $1, artist: $0) }
    }
    return parted + kinds.map { NameInterpretation(kind: $0, text: name) }
  }

  /// What stands before and after the first dash that has spaces on both sides.
  private static func split(_ name: String) -> (artist: String, title: String)? {
    var words = name.split(separator: " ")
    guard let dash = words.firstIndex(where: { ["-", "–", "—"].contains($0) }), dash > 0,
      dash < words.count - 1
    else { return nil }
    let title = words[(dash + 1)...].joined(separator: " ")
    words.removeSubrange(dash...)
    return (words.joined(separator: " "), title)
  }
}
