package import MusicModel

/// What the caller knows besides the records themselves.
package struct MatchContext: Hashable, Sendable {
  /// The titles of artists' albums, by any id of the artist: two of one name who made the same
  /// albums are one, two who made others are two.
  package var albums: [EntityID: [String]]
  /// Whether each provider tells everything only once. It is a property of some inputs, never of
  /// sources in general, which list one song with all its reissues.
  package var oneRecordPerProvider: Bool

  package static let none = MatchContext()

  package init(albums: [EntityID: [String]] = [:], oneRecordPerProvider: Bool = false) {
    self.albums = albums
    self.oneRecordPerProvider = oneRecordPerProvider
  }
}
