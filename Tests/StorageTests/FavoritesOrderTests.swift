import FavoritesModel
import HubCore
import MusicModel
import Testing

@testable import Storage

@Suite("The favourites store, one step after the other", .timeLimit(.minutes(10)))
struct FavoritesOrderTests {
  private var hub = DistantHub(seed: 1)

  @Test("does not write a change that the hub made before it knew that an earlier one had failed")
  mutating func building() throws {
    hub.disk.limit(to: hub.disk.used + 10)
    let (first, second) = (try hub.add(1), try hub.add(2))
    #expect(hub.run(first) == ["failed"])
    hub.disk.limit(to: .max)
    #expect(hub.run(second).isEmpty, "The failure of the first one is its own, too.")
    hub.document.revert(from: .never)
    #expect(hub.run(try hub.add(3)) == ["saved"])
    #expect(try hub.stored.names == ["Song 3"])
  }

  @Test("does not write a change again that came with the whole state of the hub")
  mutating func twice() throws {
    #expect(hub.run(.compact) == ["compactionWanted"])
    let change = try hub.add(1)
    #expect(hub.run(.replace(hub.document), change) == ["saved", "compacted"])
    #expect(try hub.stored.names == ["Song 1"])
  }

  @Test("begins a compaction that was wanted while a merge was due after it")
  mutating func requested() throws {
    hub.disk.overwrite(
      FavoritesEditor.path,
      with: (hub.disk.bytes(FavoritesEditor.path) ?? []) + [0x0A]
    )
    #expect(hub.run(.checkForExternalChange) == ["externallyChanged"])
    #expect(hub.run(.compact, .checkForExternalChange).isEmpty, "A merge is due.")
    #expect(hub.run(.merge(hub.document)) == ["merged", "compactionWanted"])
    #expect(hub.run(.replace(hub.document)) == ["compacted"])
  }

  @Test("reports that a compaction has failed if it needs a merge that fails")
  mutating func unmergeable() throws {
    #expect(hub.run(.compact) == ["compactionWanted"])
    hub.disk.replace(FavoritesEditor.path, with: Array("dear diary".utf8))
    #expect(hub.run(.replace(hub.document)) == ["externallyChanged"])
    #expect(hub.run(.merge(hub.document)) == ["notMerged", "notCompacted"])
  }

  @Test("writes what waits for a compaction when it is closed")
  mutating func closing() throws {
    #expect(hub.run(.compact) == ["compactionWanted"])
    #expect(hub.run(try hub.add(1)).isEmpty)
    hub.store.close()
    #expect(try hub.stored.names == ["Song 1"])
  }

  @Test(
    "loses nothing acknowledged and keeps nothing refused, however late the two hear of each other"
  )
  func late() throws {
    for seed in 0..<UInt64(300) {
      var hub = DistantHub(seed: seed)
      for _ in 0..<60 { try hub.step() }
      try hub.end()
      let stored = Set(try hub.stored.names)
      #expect(stored == Set(hub.document.names), "seed \(seed)")
      #expect(hub.acknowledged.isSubset(of: stored), "seed \(seed)")
      #expect(hub.refused.isDisjoint(with: stored), "seed \(seed)")
    }
  }
}

/// A hub and its store, which get each other's jobs and events some time later.
private struct DistantHub {
  let disk = SimulatedDisk()
  var document = FavoritesDocument()
  var store: FavoritesStore
  private(set) var acknowledged: Set<String> = []
  private(set) var refused: Set<String> = []
  /// The names of the changes that the hub has heard nothing of.
  private var waiting: [Timestamp: String] = [:]
  private var jobs: [FavoritesStore.Job] = []
  private var events: [FavoritesEvent] = []
  private var count = 0
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed)
    store = FavoritesStore(
      FavoritesFile(at: FavoritesEditor.path, createsDirectory: true, files: disk)
    )
    _ = store.open()
  }

  /// What a hub that is started now reads.
  var stored: FavoritesDocument {
    get throws { try FavoritesEditor(disk.restarted(after: .killed)).document }
  }

  mutating func add(_ number: Int) throws -> FavoritesStore.Job {
    let now = FavoritesEditor.moment(number)
    let outcome = document.add([FavoritesEditor.song(number)], now: now, using: &random)
    let change = try #require(outcome.change)
    waiting[change.at] = "Song \(number)"
    return .write([change])
  }

  /// The names of the events of some jobs.
  mutating func run(_ jobs: FavoritesStore.Job...) -> [String] {
    news(of: jobs).map { event in String("\(event)".prefix { $0 != "(" }) }
  }

  private mutating func news(of jobs: [FavoritesStore.Job]) -> [FavoritesEvent] {
    store.run(jobs).compactMap { if case .hub(.favorites(let event)) = $0 { event } else { nil } }
  }

  /// Lets something happen.
  mutating func step() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: jobs.append(try addNext())
    case 8..<12: deliverJobs(Int.random(in: 1...4, using: &random))
    case 12..<15: if !events.isEmpty { try take(events.removeFirst()) }
    case 15: jobs.append(.compact)
    case 16: jobs.append(.checkForExternalChange)
    case 17: disk.limit(to: disk.used + 10)
    case 18: disk.limit(to: .max)
    default: try editElsewhere()
    }
  }

  /// Lets everything arrive; another look at the file finds what another program has done.
  mutating func end() throws {
    disk.limit(to: .max)
    jobs.append(.checkForExternalChange)
    for _ in 0..<100 where !jobs.isEmpty || !events.isEmpty {
      deliverJobs(jobs.count)
      while !events.isEmpty { try take(events.removeFirst()) }
    }
    #expect(jobs.isEmpty && events.isEmpty && waiting.isEmpty)
  }

  private mutating func addNext() throws -> FavoritesStore.Job {
    count += 1
    return try add(count)
  }

  private mutating func deliverJobs(_ count: Int) {
    events += news(of: Array(jobs.prefix(count)))
    jobs.removeFirst(min(count, jobs.count))
  }

  /// Another program adds a favourite to the file, or replaces it by one that has one more.
  private mutating func editElsewhere() throws {
    let other = disk.restarted(after: .killed)
    other.limit(to: .max)
    count += 1
    var editor = try FavoritesEditor(other, seed: UInt64(count) + 1_000)
    try editor.add(count + 1_000)
    disk.replace(FavoritesEditor.path, with: other.bytes(FavoritesEditor.path) ?? [])
  }

  private mutating func take(_ event: FavoritesEvent) throws {
    switch event {
    case .saved(let moment):
      document.settle(upTo: moment)
      acknowledged.formUnion(waiting.filter { $0.key <= moment }.values)
      waiting = waiting.filter { $0.key > moment }
    case .failed(let moment, _):
      document.revert(from: moment)
      refused.formUnion(waiting.filter { $0.key >= moment }.values)
      waiting = waiting.filter { $0.key < moment }
    case .merged(let lines, _): document.merge(lines)
    case .externallyChanged, .compactionWanted:
      // The hub may make a change in the same turn, which its state has already.
      let change = Bool.random(using: &random) ? try addNext() : nil
      if case .externallyChanged = event { jobs.append(.merge(document)) }
      if case .compactionWanted = event { jobs.append(.replace(document)) }
      if let change { jobs.append(change) }
    default: break
    }
  }
}
