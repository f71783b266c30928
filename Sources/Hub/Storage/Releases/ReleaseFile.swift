internal import BusProtocol
package import HubCore
internal import MusicModel

/// File of new releases. If it is lost, the next check of each artist marks everything as seen.
package struct ReleaseFile: DiskFile {
  /// Changes of some rows, in place of those stored before.
  package struct Job: DiskJob {
    fileprivate var changes: [ReleaseChanges]

    package init(_ changes: ReleaseChanges) { self.changes = [changes] }

    package var bytes: Int {
      changes.reduce(0) { sum, change in
        let titles = change.histories.reduce(0) { $0 + 128 + 32 * $1.titles.count }
        return sum + titles + 1024 * change.releases.count + 64 * change.removedArtists.count
      }
    }

    package func failed(_ reason: String) -> Event? { nil }

    package mutating func merge(_ next: Job) -> Bool {
      changes += next.changes
      return true
    }
  }

  package static let overflowWarning = "The disk is slow; some new releases were not saved."
  private static let maxUnsaved = 10_000
  private static let name = "file of new releases"

  private let path: String
  private var store: EntityIndexStore?
  private var unsaved: [EntityIndexStore.Row] = []
  private var problems = ProblemReporter()

  package init(at path: String) { self.path = path }

  package var needsRetry: Bool { !unsaved.isEmpty }

  package mutating func open() -> [StorageEvent] {
    do {
      var events = try store.open(at: path, name: ReleaseFile.name)
      let histories: [ReleaseHistory] = try read("artist")
      let releases: [StoredRelease] = try read("release")
      events.append(.hub(.releasesLoaded(histories, releases)))
      return events
    } catch {
      let text = "Could not read the new releases. \(JSONCodec.describe(error))"
      return problems.report(text) + store.close(after: error, at: path, name: ReleaseFile.name)
        + [.hub(.releasesLoaded([], []))]
    }
  }

  private func read<Entry: Decodable>(_ kind: String) throws -> [Entry] {
    try (store?.rows(of: kind) ?? []).compactMap { row in
      row.contents.flatMap { try? JSONCodec.decode(Entry.self, from: $0) }
    }
  }

  package mutating func run(_ batch: [Job]) -> [StorageEvent] {
    do {
      for changes in batch.flatMap(\.changes) { unsaved += try ReleaseFile.rows(changes) }
      let events = try store.open(at: path, name: ReleaseFile.name)
      try store?.save(unsaved)
      unsaved = []
      return events
    } catch {
      unsaved = Array(unsaved.suffix(ReleaseFile.maxUnsaved))
      return problems.report("Could not save new releases. \(JSONCodec.describe(error))")
        + store.close(after: error, at: path, name: ReleaseFile.name)
    }
  }

  private static func rows(_ changes: ReleaseChanges) throws -> [EntityIndexStore.Row] {
    try changes.histories.map { history in
      .init(kind: "artist", name: history.artist, contents: try JSONCodec.encode(history))
    }
      + changes.releases.map { release in
        .init(kind: "release", name: "\(release.album.id)", contents: try JSONCodec.encode(release))
      }
      + changes.removedArtists.map { .init(kind: "artist", name: $0, contents: nil) }
      + changes.removedReleases.map { .init(kind: "release", name: "\($0)", contents: nil) }
  }

  package mutating func close() { store = nil }
}
