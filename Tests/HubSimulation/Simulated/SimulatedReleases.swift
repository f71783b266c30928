import HubCore
import MusicModel

/// The stored new releases and links of favourites, which the next hub finds.
struct SimulatedReleases: Sendable {
  private var histories: [String: ReleaseHistory] = [:]
  private var releases: [EntityID: StoredRelease] = [:]
  private var favoriteLinks: [EntityID: FavoriteLink] = [:]

  mutating func save(_ changes: ReleaseChanges) {
    for history in changes.histories { histories[history.artist] = history }
    for release in changes.releases { releases[release.album.id] = release }
    for artist in changes.removedArtists { histories[artist] = nil }
    for id in changes.removedReleases { releases[id] = nil }
  }

  mutating func save(_ changes: FavoriteLinkChanges) {
    for link in changes.changed { favoriteLinks[link.id] = link }
    for id in changes.removed { favoriteLinks[id] = nil }
  }

  var links: [FavoriteLink] { favoriteLinks.sorted { $0.key < $1.key }.map(\.value) }

  /// In an order that is always the same.
  var stored: ([ReleaseHistory], [StoredRelease]) {
    (
      histories.sorted { $0.key < $1.key }.map(\.value),
      releases.sorted { $0.key < $1.key }.map(\.value)
    )
  }
}
