import BusProtocol
import EntityResolution
import MusicModel

/// The library in the fan-out of a call, with its records from before any source replied.
struct LibraryBranch: Sendable {
  /// Whether the call waits for the library, because no source is queried.
  let isOnlySource: Bool
  private let begun: Instant
  /// The time until which it is awaited.
  let until: Instant
  private var ended: Instant?
  private(set) var records: [LibraryRecord] = []
  /// The order of its records if they are the result: lower ones come first.
  private(set) var preferences: [EntityID: Int] = [:]
  /// All ids of the entity of the call.
  let ids: [EntityID]

  /// The name of the library in source reports; no provider can have it.
  static let id = ProviderID(rawValue: "library")

  init(isOnlySource: Bool, ids: [EntityID], begun: Instant, until: Instant) {
    self.isOnlySource = isOnlySource
    self.ids = ids
    self.begun = begun
    self.until = until
  }

  /// Whether the call must not end before the lookup.
  var isAwaited: Bool { isOnlySource && ended == nil }

  /// Whether no source needs to be waited for.
  var suffices: Bool { isOnlySource && !records.isEmpty }

  /// Ends the lookup, once.
  ///
  /// - Returns: Whether it was in flight.
  mutating func end(
    _ found: [LibraryRecord],
    at now: Instant,
    isFavorite: (Entity) -> Bool = { _ in false }
  ) -> Bool {
    guard ended == nil else { return false }
    ended = now
    records = found
    guard isOnlySource else { return true }
    for record in found {
      let isOpened = record.openedCount > 0
      preferences[record.entity.id] =
        isFavorite(record.entity) ? Int.min : isOpened ? -min(record.openedCount, 100) : 0
    }
    return true
  }

  /// The report of these records of the library; `nil` without records.
  func report(_ shown: [LibraryRecord], at now: Instant, unixMs: Int?) -> SourceReport? {
    guard let id = LibraryBranch.id, let newest = shown.map(\.seenMs).max() else { return nil }
    var report = SourceReport(provider: id, outcome: .stale)
    report.elapsedMs = (ended ?? now) - begun
    report.ageMs = max(0, (unixMs ?? newest) - newest)
    report.count = shown.count
    return report
  }
}

extension Gathering {
  /// The records of the library that no source has replaced, with their positions.
  ///
  /// The reply of a source replaces all its records, and a part of a reply those with the same ids.
  var shownLibraryRecords: [LibraryRecord] {
    guard let library, !library.records.isEmpty else { return [] }
    return library.records.filter { record in
      guard let branch = branches[record.provider] else { return library.isOnlySource }
      if branch.outcome?.isUsable == true, !library.isOnlySource { return false }
      return !branch.items.records.contains { $0.id == record.entity.id }
    }
  }

  /// The records of the library as records of their providers.
  var libraryRecords: [SourceRecord] {
    shownLibraryRecords.map {
      SourceRecord(provider: $0.provider, entity: $0.entity, fetchedMs: $0.seenMs)
    }
  }

  /// Whether all branches have ended but those whose provider is starting.
  var waitsOnlyForStarts: Bool { branches.values.allSatisfy { $0.hasEnded || $0.isStarting } }
}

extension ClientCall {
  /// Ends the lookup in the library; records of unknown providers are not used.
  mutating func endLibraryLookup(_ found: [LibraryRecord], _ world: World) {
    let wanted = parameters.providers
    let usable = found.filter { record in
      world.directory.contains(record.provider) && wanted?.contains(record.provider) != false
        && request.accepts(record.entity) && request.allows(record.entity)
    }
    let document = world.favorites.document
    let isReply = gathering.library?
      .end(usable, at: world.now, isFavorite: { document.contains($0) })
    if isReply == true { isPageOutdated = true }
  }
}

extension ClientRequest {
  /// Whether a record may be shown to a client that may not want explicit ones.
  fileprivate func allows(_ entity: Entity) -> Bool {
    guard parameters.explicit == false else { return true }
    switch entity {
    case .album(let album): return album.explicit != true
    case .song(let song): return song.explicit != true
    case .artist, .chart: return true
    }
  }
}
