import BusProtocol
package import MusicModel

/// The albums of a favourite artist that the hub has seen, and when it looked for new ones.
package struct ReleaseHistory: Hashable, Sendable, Codable {
  /// The id of the favourite.
  package var artist: String
  /// The time of the last check that had a reply, in milliseconds since 1970.
  package var checkedMs: Int?
  /// The time of the last check, in milliseconds since 1970.
  package var triedMs: Int?
  /// The number of checks without a reply since the last one that had one.
  package var failures = 0
  /// The normalized titles of all albums that were seen.
  package var titles: Set<String> = []
  /// The providers whose list was seen.
  package var providers: Set<ProviderID> = []

  package init(artist: String) { self.artist = artist }

  /// The maximum number of titles that are kept; those that the last list has are kept first.
  static let maxTitles = 10_000

  /// Forgets titles if there are too many.
  mutating func forgetTitles(except listed: Set<String>) {
    guard titles.count > ReleaseHistory.maxTitles else { return }
    let others = titles.subtracting(listed).sorted()
    titles = listed.union(others.prefix(max(0, ReleaseHistory.maxTitles - listed.count)))
  }
}

/// An album of a favourite artist that was released or announced since the artist was first checked.
package struct StoredRelease: Hashable, Sendable, Codable {
  package var album: Album
  /// The id of the favourite.
  package var artist: String
  /// The time at which the hub found it, in milliseconds since 1970.
  package var foundMs: Int
  package var isSeen = false

  package init(_ album: Album, artist: String, foundMs: Int) {
    self.album = album
    self.artist = artist
    self.foundMs = foundMs
  }
}

/// Changes of histories and releases that are to be stored.
package struct ReleaseChanges: Hashable, Sendable {
  package var histories: [ReleaseHistory] = []
  package var releases: [StoredRelease] = []
  /// Artists that are not favourites any more.
  package var removedArtists: [String] = []
  /// The ids of expired releases.
  package var removedReleases: [EntityID] = []

  package init() {}

  package var isEmpty: Bool { self == ReleaseChanges() }
}

extension StoredRelease {
  /// The release as clients get it.
  func report(at unixMs: Int) -> ReleaseReport {
    ReleaseReport(album: album, foundAgeMs: max(0, unixMs - foundMs), isSeen: isSeen)
  }
}
