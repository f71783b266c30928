import MusicModel

/// One interpretation of a name that stands in place of an id.
struct NameInterpretation: Hashable, Sendable {
  var kind: EntityKind
  /// The name or title.
  var text: String
  /// The artist of an album or song, if the name contains it.
  var artist: String?

  /// The interpretations of a name, most likely first.
  ///
  /// "ARTIST - TITLE" applies to albums and songs; since names may contain such a dash, the whole name is
  /// tried too.
  static func all(for name: String, as kinds: [EntityKind]) -> [NameInterpretation] {
    let split = kinds.compactMap { kind in
      kind == .artist
        ? nil
        : NameInterpretation.split(name).map {
          NameInterpretation(kind: kind, text: $1, artist: $0)
        }
    }
    return split + kinds.map { NameInterpretation(kind: $0, text: name) }
  }

  /// Whether the name of an entity begins with the text.
  func begins(_ entity: Entity) -> Bool {
    entity.kind == kind && entity.displayName.lowercased().hasPrefix(text.lowercased())
      && (artist == nil || entity.artistName?.lowercased() == artist?.lowercased())
  }

  /// Whether a title that the hub found to contain the text is the text, ignoring case and accents.
  func isTitle(_ title: String) -> Bool {
    // In capitals, "Straße" has as many letters as "Strasse".
    title.uppercased().count == text.uppercased().count
  }

  /// The text before and after the first dash between spaces.
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
