import FavoritesModel
import HubCore
import MusicModel
import Testing

@testable import Storage

@Suite("The favourites store, one step after the other")
struct FavoritesOrderTests {
  let disk = SimulatedDisk()
  private var document = FavoritesDocument()
  private var random = SeededRandom(1)
  private var store: FavoritesStore

  init() {
    store = FavoritesStore(
      FavoritesFile(at: FavoritesEditor.path, createsDirectory: true, files: disk)
    )
    _ = store.open()
  }

  private mutating func add(_ number: Int) throws -> FavoritesStore.Job {
    let outcome = document.add([FavoritesEditor.song(number)], now: .now, using: &random)
    return .write(try #require(outcome.change))
  }

  /// The names of the events of some jobs.
  private mutating func events(_ jobs: FavoritesStore.Job...) -> [String] {
    store.run(jobs).map { event in
      guard case .hub(.favorites(let event)) = event else { return "\(event)" }
      return String("\(event)".prefix { $0 != "(" })
    }
  }

  @Test("does not write a change that the hub made before it knew that an earlier one had failed")
  mutating func building() throws {
    disk.limit(to: disk.used + 10)
    let (first, second) = (try add(1), try add(2))
    #expect(events(first) == ["failed"])
    disk.limit(to: .max)
    #expect(events(second).isEmpty, "The failure of the first one is its own, too.")
    document.revert(from: .never)
    #expect(events(try add(3)) == ["saved"])
    #expect(try FavoritesEditor(disk.restarted(after: .killed)).document.names == ["Song 3"])
  }

  @Test("asks again for a state of the hub that contains changes that have failed")
  mutating func stale() throws {
    #expect(events(.compact) == ["compactionWanted"])
    let before = document
    #expect(events(try add(1)).isEmpty, "It waits.")
    #expect(events(.replace(document)) == ["saved", "compacted"])
    #expect(events(.compact) == ["compactionWanted"])
    #expect(events(.replace(before)) == ["compactionWanted"], "It lacks a change that was written.")
    #expect(events(.replace(document)) == ["saved", "compacted"])
    document.settle(upTo: document.newest)
    disk.limit(to: disk.used + 10)
    #expect(events(try add(2)) == ["failed"])
    disk.limit(to: .max)
    let failing = document
    #expect(events(.merge(failing)) == ["externallyChanged"])
    #expect(events(.compact).isEmpty, "A merge is due.")
    document.revert(from: try #require(failing.lastPending))
    #expect(events(.merge(document)) == ["merged", "compactionWanted"])
    #expect(events(.replace(failing)) == ["compactionWanted"])
    #expect(events(.replace(document)) == ["compacted"])
    #expect(try FavoritesEditor(disk.restarted(after: .killed)).document.names == ["Song 1"])
  }

  @Test("writes what waits for a compaction when it is closed")
  mutating func closing() throws {
    #expect(events(.compact) == ["compactionWanted"])
    #expect(events(try add(1)).isEmpty)
    store.close()
    #expect(try FavoritesEditor(disk.restarted(after: .killed)).document.names == ["Song 1"])
  }
}
