package import BusProtocol
package import MusicModel

/// A lookup in the library.
package struct LibraryQuery: Hashable, Sendable {
  /// The property that the records have in common.
  package enum Subject: Hashable, Sendable {
    /// Names that match a text.
    case text(String, and: [String])
    /// One of these ids.
    case ids([EntityID])
    /// A list that belongs to the entity with these ids.
    case list([EntityID])
  }

  package var method: Method
  package var kind: EntityKind
  package var subject: Subject
  package var maxRecords: Int
  /// Whether the lookup must find records that wait to be stored, because no source replies to the call.
  package var awaitsChanges = false

  package init(_ method: Method, _ kind: EntityKind, _ subject: Subject, maxRecords: Int) {
    self.method = method
    self.kind = kind
    self.subject = subject
    self.maxRecords = maxRecords
  }
}

extension LibraryQuery {
  /// All ids of the entity that is looked up.
  var ids: [EntityID] {
    switch subject {
    case .text: []
    case .ids(let ids), .list(let ids): ids
    }
  }
}

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
