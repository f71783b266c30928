import MusicModel

/// Limits of the parameters about favourites (Protocol/client.md, "Favourites").
extension CallParameters {
  /// The maximum number of rows in a call.
  public static let maxRows = 1000
  /// The maximum number of keys in a call.
  public static let maxKeys = 200
  /// The maximum size of a note in bytes.
  public static let maxNoteBytes = 10_000

  /// Whether a text is an id, or has the form of a ULID.
  public static func isKey(_ text: String) -> Bool {
    if EntityID(text) != nil { return true }
    let letters = text.utf8
    return letters.count == 26 && letters.first.map { (0x30...0x37).contains($0) } == true
      && letters.allSatisfy { letter in
        (0x30...0x39).contains(letter)
          || ((0x61...0x7A).contains(letter | 0x20) && !"ilou".utf8.contains(letter | 0x20))
      }
  }
}
