package import BusProtocol
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

/// The records of a provider's reply, for the library.
package struct LibraryEntry: Hashable, Sendable {
  package var provider: ProviderID
  package var method: Method
  /// The id that the provider was queried for, if any.
  package var subject: EntityID?
  /// The text that the provider was queried for, if any.
  package var text: String?
  package var records: [Entity]
  /// The time of the reply, in milliseconds since 1970.
  package var seenMs: Int

  /// - Returns: `nil` if the reply has no records that the library stores.
  package init?(_ query: ProviderQuery, records: [Entity], seenMs: Int) {
    guard let spec = Methods[query.method], !spec.isFile else { return nil }
    let records = records.filter { $0.kind != .chart }
    guard !records.isEmpty else { return nil }
    provider = query.provider
    method = query.method
    subject = query.parameters.id
    text = query.parameters.text
    self.records = records.map(\.withoutListMembers)
    self.seenMs = seenMs
  }

  /// Whether the records are the list of an entity.
  package var isListOfSubject: Bool { Methods[method]?.retainsRecords == true && subject != nil }

  /// Whether the user opened the one record.
  package var isOpened: Bool { Methods[method]?.isSingle == true }
}

extension Entity {
  /// The entity without the members that it has only in one list, such as its rank in a chart.
  fileprivate var withoutListMembers: Entity {
    switch self {
    case .album(var album) where album.rank != nil:
      album.rank = nil
      return .album(album)
    case .song(var song) where song.rank != nil:
      song.rank = nil
      return .song(song)
    case .artist, .album, .song, .chart: return self
    }
  }
}
