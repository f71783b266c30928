package import BusProtocol
package import EntityResolution
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

/// A record of the library, as its source last sent it.
package struct LibraryRecord: Hashable, Sendable {
  package var record: SourceRecord
  /// The number of times that the user opened it.
  package var openedCount: Int

  package init(_ record: SourceRecord, openedCount: Int = 0) {
    self.record = record
    self.openedCount = openedCount
  }
}
