import HubCore
import MusicModel

/// The stored new releases, which the next hub finds.
struct SimulatedReleases: Sendable {
  private var histories: [String: ReleaseHistory] = [:]
  private var releases: [EntityID: StoredRelease] = [:]

  mutating func save(_ changes: ReleaseChanges) {
    for history in changes.histories { histories[history.artist] = history }
    for release in changes.releases { releases[release.album.id] = release }
    for artist in changes.removedArtists { histories[artist] = nil }
    for id in changes.removedReleases { releases[id] = nil }
  }

  /// In an order that is always the same.
  var stored: ([ReleaseHistory], [StoredRelease]) {
    (
      histories.sorted { $0.key < $1.key }.map(\.value),
      releases.sorted { $0.key < $1.key }.map(\.value)
    )
  }
}
