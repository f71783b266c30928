internal import BusProtocol
internal import EntityResolution
internal import HostKit
internal import HubCore

/// File of the entity index. Changes that could not be written are retained and written later.
package struct EntityIndexFile: DiskFile {
  package static let overflowWarning =
    "The disk is slow; some changes of the entity index were not saved."

  private static let maxRetainedBytes = 64 * 1024 * 1024

  private let path: String
  private var store: EntityIndexStore?
  private var unsaved = EntityIndexBatch()
  private var problems = ProblemReporter()

  package init(at path: String) { self.path = path }

  package var needsRetry: Bool { !unsaved.isEmpty }

  /// Reads the index and removes expired and unreadable rows.
  package mutating func open() -> [StorageEvent] {
    do {
      var events = try store.open(at: path)
      let nowMs = UnixClock.nowMs
      let entities: [StoredEntity] = try read("entity") { !EntityIndexFile.isExpired($0, nowMs) }
      let links: [LinkNote] = try read("link") { $0.untilMs.map { $0 > nowMs } ?? true }
      events.append(.hub(.entityIndexLoaded(entities, links)))
      return events + save()
    } catch {
      return problems.report("Could not read the entity index. \(JSONCodec.describe(error))")
        + store.close(after: error, at: path) + [.hub(.entityIndexLoaded([], []))]
    }
  }

  private mutating func read<Entry: Decodable>(
    _ kind: String,
    where isCurrent: (Entry) -> Bool
  ) throws -> [Entry] {
    var entries: [Entry] = []
    for row in try store?.rows(of: kind) ?? [] {
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

  private static func isExpired(_ entity: StoredEntity, _ nowMs: Int) -> Bool {
    entity.records.allSatisfy { record in
      record.fetchedMs.map { nowMs - $0 > Catalog.retentionMs } ?? false
    }
  }

  package mutating func run(_ batch: [EntityIndexBatch]) -> [StorageEvent] {
    var events: [StorageEvent] = []
    for job in batch {
      if unsaved.bytes + job.bytes > EntityIndexFile.maxRetainedBytes {
        events += problems.report(EntityIndexFile.overflowWarning)
      } else {
        _ = unsaved.merge(job)
      }
    }
    return events + save()
  }

  private mutating func save() -> [StorageEvent] {
    guard !unsaved.isEmpty else { return [] }
    do {
      let events = try store.open(at: path)
      try store?.save(unsaved.rows())
      unsaved = EntityIndexBatch()
      return events
    } catch {
      return problems.report("Could not write the entity index. \(JSONCodec.describe(error))")
        + store.close(after: error, at: path)
    }
  }

  package mutating func close() { store = nil }
}
