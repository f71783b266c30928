internal import BusProtocol
internal import EntityResolution
internal import HostKit
package import HubCore
package import MusicModel
internal import SQLite

/// A change of the state.
package enum StateJob: DiskJob {
  case save(StateChanges)
  /// Pin ids, or do so no more.
  case pin([EntityID], isPinned: Bool, operation: Int)
  case unpinAll(operation: Int)

  package var bytes: Int {
    switch self {
    case .save(let changes): changes.bytes
    case .pin(let ids, _, _): 256 + ids.count * 64
    case .unpinAll: 256
    }
  }

  package var canWait: Bool { if case .save = self { true } else { false } }

  package func failed(_ reason: String) -> Event? {
    switch self {
    case .save: nil
    case .pin(_, _, let operation), .unpinAll(let operation):
      .cacheActionCompleted(operation: operation, .failed(reason))
    }
  }

  package mutating func merge(_ next: StateJob) -> Bool {
    guard case .save(var changes) = self, case .save(let others) = next else { return false }
    changes.add(others)
    self = .save(changes)
    return true
  }
}

/// What the hub knows and a source cannot simply send again: spent request budgets, which records are one
/// entity, links, pins, and the albums that were seen. Changes that could not be written are retained and written later.
package struct StateFile: DiskFile {
  package static let overflowWarning =
    "The disk is slow; some of what the hub learned was not saved."

  private static let maxRetainedBytes = 64 * 1024 * 1024
  /// The number of budgets that the next hub reads; a provider can name as many upstreams as it likes.
  static let maxBudgets = 10_000

  private let path: String
  /// The path of the file with the records of entities.
  private let records: String
  private let maxPins: Int
  private let changeRecords: @Sendable (RecordJob) -> Void
  private var store: StateStore?
  private var unsaved = StateChanges()
  private var pins: Set<EntityID> = []
  private var problems = ProblemReporter()

  /// Creates a file. The records of its entities are in the file `records`.
  ///
  /// `maxPins` is the number of ids that can be pinned. `changeRecords` is called with what the file of
  /// records must do: retain what is pinned.
  package init(
    at path: String,
    records: String,
    maxPins: Int = 10_000,
    changeRecords: @escaping @Sendable (RecordJob) -> Void = { _ in }
  ) {
    self.path = path
    self.records = records
    self.maxPins = maxPins
    self.changeRecords = changeRecords
  }

  package var needsRetry: Bool { !unsaved.isEmpty }

  /// Reads the budgets, for which calls wait.
  package mutating func open() -> [StorageEvent] {
    do {
      let events = try openStore()
      let nowMs = UnixClock.nowMs
      let budgets: [StoredBudget] = try read(.budget) { !$0.isExpired(at: nowMs) }
      // Those that limit all providers come first.
      let ordered = budgets.filter { $0.provider == nil } + budgets.filter { $0.provider != nil }
      for budget in ordered.dropFirst(StateFile.maxBudgets) {
        unsaved.remove(.budget, budget.rowName)
      }
      let known = ordered.prefix(StateFile.maxBudgets).sorted { $0.scope < $1.scope }
      return events + [.hub(.budgetsLoaded(known))]
    } catch {
      return couldNotRead(error) + [.hub(.budgetsLoaded([]))]
    }
  }

  /// Reads all else, and removes expired and unreadable rows.
  package mutating func load() -> [StorageEvent] {
    do {
      var events = try openStore()
      let entities = try readEntities(&events)
      let nowMs = UnixClock.nowMs
      let links: [StoredLink] = try read(.link) { $0.untilMs.map { $0 > nowMs } ?? true }
      let histories: [ReleaseHistory] = try read(.artist)
      let releases: [StoredRelease] = try read(.release)
      let favoriteLinks: [FavoriteLink] = try read(.favorite)
      let pinned = try store?.rows(of: StateChanges.Kind.pin.rawValue) ?? []
      pins = Set(pinned.compactMap { EntityID($0.name) })
      changeRecords(.retain(pins.sorted(), .pinned))
      events.append(.hub(.entityIndexLoaded(entities, links)))
      events.append(.hub(.releasesLoaded(histories, releases)))
      events.append(.hub(.favoriteLinksLoaded(favoriteLinks)))
      return events + save()
    } catch {
      return couldNotRead(error)
        + [
          .hub(.entityIndexLoaded([], [])), .hub(.releasesLoaded([], [])),
          .hub(.favoriteLinksLoaded([])),
        ]
    }
  }

  private mutating func couldNotRead(_ error: any Error) -> [StorageEvent] {
    problems.report("Could not read the state \(path). \(JSONCodec.describe(error))")
      + closeStore(after: error)
  }

  package mutating func run(_ batch: [StateJob]) -> [StorageEvent] {
    batch.flatMap { job -> [StorageEvent] in
      switch job {
      case .save(let changes): add(changes) + save()
      case .pin(let ids, let isPinned, let operation):
        setPins(isPinned ? pins.union(ids) : pins.subtracting(ids), operation)
      case .unpinAll(let operation): setPins([], operation)
      }
    }
  }

  private mutating func add(_ changes: StateChanges) -> [StorageEvent] {
    guard unsaved.bytes + changes.bytes <= StateFile.maxRetainedBytes else {
      return problems.report(StateFile.overflowWarning)
    }
    unsaved.add(changes)
    return []
  }

  /// Saves the pins, and has their records retained, which completes the operation.
  private mutating func setPins(_ new: Set<EntityID>, _ operation: Int) -> [StorageEvent] {
    guard new.count <= max(maxPins, pins.count) else {
      let reason = "No more than \(maxPins) ids can be pinned."
      return [.hub(.cacheActionCompleted(operation: operation, .failed(reason)))]
    }
    var changes = StateChanges(pinning: new.subtracting(pins), isPinned: true)
    changes.add(StateChanges(pinning: pins.subtracting(new), isPinned: false))
    do {
      let events = try write(changes)
      pins = new
      changeRecords(.retain(pins.sorted(), .pinned, operation: operation))
      return events
    } catch {
      let reason = "The pins could not be saved in \(path). \(JSONCodec.describe(error))"
      return writeFailed(error)
        + [.hub(.cacheActionCompleted(operation: operation, .failed(reason)))]
    }
  }

  package mutating func close() { store = nil }

  private mutating func save() -> [StorageEvent] {
    guard !unsaved.isEmpty else { return [] }
    do {
      let events = try write(unsaved)
      unsaved = StateChanges()
      return events
    } catch {
      return writeFailed(error)
    }
  }

  private mutating func write(_ changes: StateChanges) throws -> [StorageEvent] {
    let events = try openStore()
    try store?.save(changes.rows())
    return events
  }

  private mutating func writeFailed(_ error: any Error) -> [StorageEvent] {
    // Nothing waits for a file that belongs to a later version.
    if (error as? DatabaseError)?.isNewer == true { unsaved = StateChanges() }
    return problems.report("Could not write the state \(path). \(JSONCodec.describe(error))")
      + closeStore(after: error)
  }

  private mutating func openStore() throws -> [StorageEvent] {
    guard store == nil else { return [] }
    try HubPaths.makeDirectory(parentDirectory(of: path))
    let opened = try StateStore(at: path)
    store = opened
    return opened.notes.map { .log(.warning, $0) }
  }

  /// Closes the store, so that the next attempt opens it again. A corrupt file is moved aside.
  private mutating func closeStore(after error: any Error) -> [StorageEvent] {
    store = nil
    guard let error = error as? DatabaseError, error.isDamage,
      let aside = try? moveDatabaseAside(path)
    else { return [] }
    return [.log(.warning, "The state \(path) is corrupt; moved it to \(aside).")]
  }

  private mutating func read<Entry: Decodable>(
    _ kind: StateChanges.Kind,
    where isCurrent: (Entry) -> Bool = { _ in true }
  ) throws -> [Entry] {
    var entries: [Entry] = []
    for row in try store?.rows(of: kind.rawValue) ?? [] {
      if let bytes = row.contents, let entry = try? JSONCodec.decode(Entry.self, from: bytes),
        isCurrent(entry)
      {
        entries.append(entry)
      } else {
        unsaved.remove(kind, row.name)
      }
    }
    return entries
  }

  /// The entities that still have records; none if their file cannot be read.
  private mutating func readEntities(_ events: inout [StorageEvent]) throws -> [KnownEntity] {
    let members: [EntityMembers] = try read(.entity)
    guard !members.isEmpty else { return [] }
    do throws(DatabaseError) {
      guard let store = try RecordStore(reading: records) else { return [] }
      var entities: [KnownEntity] = []
      for entity in members {
        if let known = entity.entity(try entity.records(in: store)) {
          entities.append(known)
        } else if let id = entity.allIDs.first {
          unsaved.remove(.entity, "\(id)")
        }
      }
      return entities
    } catch {
      events += problems.report("Could not read the records of known entities. \(error)")
      return []
    }
  }
}

extension EntityMembers {
  /// The records that have not expired.
  fileprivate func records(
    in store: RecordStore
  ) throws(DatabaseError) -> [SourceRecord] {
    let oldestMs = UnixClock.nowMs - Catalog.retentionMs
    var found: [SourceRecord] = []
    for member in records {
      guard let record = try store.record(of: member.id, by: member.provider),
        record.seenMs >= oldestMs
      else { continue }
      let entity = completeProviders.isEmpty ? record.entity.brief : record.entity
      found.append(
        SourceRecord(
          provider: member.provider,
          entity: entity.with(ids: member.allIDs),
          fetchedMs: record.seenMs
        )
      )
    }
    return found
  }
}
