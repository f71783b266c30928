package import MusicModel

/// A record of the library: what a provider sent, and when.
package struct LibraryRecord: Hashable, Sendable {
  package var provider: ProviderID
  package var entity: Entity
  /// The time at which a source last sent it, in milliseconds since 1970.
  package var seenMs: Int
  /// The number of times that the user opened it.
  package var openedCount: Int

  package init(provider: ProviderID, entity: Entity, seenMs: Int, openedCount: Int = 0) {
    self.provider = provider
    self.entity = entity
    self.seenMs = seenMs
    self.openedCount = openedCount
  }
}
