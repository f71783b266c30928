package import MusicModel

/// Facts that the caller knows besides the records.
package struct MatchContext: Hashable, Sendable {
  /// The album titles of artists, by any id of the artist. Namesakes with the same albums are one
  /// artist, those with different albums are two.
  package var albums: [EntityID: [String]]
  /// Whether each provider lists every entity once. True for some inputs, never for sources in general,
  /// which list a song with all its reissues.
  package var oneRecordPerProvider: Bool

  package static let none = MatchContext()

  package init(albums: [EntityID: [String]] = [:], oneRecordPerProvider: Bool = false) {
    self.albums = albums
    self.oneRecordPerProvider = oneRecordPerProvider
  }
}
