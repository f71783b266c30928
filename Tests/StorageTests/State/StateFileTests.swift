import BusProtocol
import EntityResolution
import Foundation
import HostKit
import HubCore
import MusicModel
import Synchronization
import TestKit
import Testing

@testable import Storage

@Suite("The state of a hub", .timeLimit(.minutes(10)))
struct StateFileTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/data/state.sqlite" }
  var records: String { "\(directory.path)/records.sqlite" }

  init() throws { directory = try TestDirectory() }

  /// The jobs that a file wants another one to do.
  private final class Jobs: Sendable {
    private let jobs = Mutex<[RecordJob]>([])

    func add(_ job: RecordJob) { jobs.withLock { $0.append(job) } }

    /// The ids that were pinned last.
    var pins: [EntityID]? {
      jobs.withLock { jobs in
        jobs.compactMap { if case .retain(let ids, .pinned, _) = $0 { ids } else { nil } }.last
      }
    }

    /// The operations of which the result is the status of the cache.
    var operations: [Int] {
      jobs.withLock { jobs in
        jobs.compactMap { if case .retain(_, _, let operation) = $0 { operation } else { nil } }
      }
    }
  }

  private func file(maxPins: Int = 10, _ jobs: Jobs = Jobs()) -> StateFile {
    StateFile(at: path, records: records, maxPins: maxPins) { jobs.add($0) }
  }

  private func artist(_ number: Int) throws -> EntityID {
    try #require(EntityID("a:artist:\(number)"))
  }

  /// An entity whose record a source has sent.
  private func entity(_ number: Int, ageDays: Int = 0) throws -> KnownEntity {
    let fetchedMs = UnixClock.nowMs - ageDays * 86_400_000
    let (id, provider) = (try artist(number), try #require(ProviderID(rawValue: "a")))
    let record = Entity.artist(Artist(id: id, name: "Nina \(number)"))
    try RecordStore(at: records).add([record], .artistGet, id: id, seenMs: fetchedMs)
    return KnownEntity(
      ids: [id],
      name: SearchTerms(.artist, "Nina \(number)"),
      records: [SourceRecord(provider: provider, entity: record, fetchedMs: fetchedMs)],
      complete: [provider]
    )
  }

  private func link(_ number: Int, untilMs: Int?) throws -> StoredLink {
    let until = untilMs.map { ", \"untilMs\": \($0)" } ?? ", \"native\": \"b:artist:1\""
    let text = "{\"id\": \"a:artist:\(number)\", \"provider\": \"b\"\(until)}"
    return try JSONCodec.decode(StoredLink.self, from: Array(text.utf8))
  }

  private func changes(_ entities: [KnownEntity], links: [StoredLink] = []) -> StateJob {
    var changes = EntityIndexChanges()
    changes.entities = entities
    changes.links = links
    return .save(StateChanges(changes))
  }

  private func albums(of artists: Range<Int>) -> StateJob {
    var changes = ReleaseChanges()
    changes.histories = artists.map { number in
      var history = ReleaseHistory(artist: "\(number)")
      history.titles = Set((0..<20).map { "album \($0) of artist \(number)" })
      return history
    }
    return .save(StateChanges(changes))
  }

  private func contents(
    _ events: [StorageEvent]
  ) -> (entities: [KnownEntity], links: [StoredLink])? {
    for case .hub(.entityIndexLoaded(let entities, let links)) in events {
      return (entities, links)
    }
    return nil
  }

  private func favoriteLinks(_ events: [StorageEvent]) -> [FavoriteLink]? {
    for case .hub(.favoriteLinksLoaded(let links)) in events { return links }
    return nil
  }

  private func artists(_ events: [StorageEvent]) -> Set<String>? {
    for case .hub(.releasesLoaded(let histories, _)) in events {
      return Set(histories.map(\.artist))
    }
    return nil
  }

  /// What the next hub finds.
  private func reopened() -> (entities: [KnownEntity], links: [StoredLink])? {
    var file = file()
    return contents(file.openAll())
  }

  @Test("persists when it is reopened, with the records of entities from their own file")
  func reopening() throws {
    let (one, two) = (try entity(1), try entity(2))
    var file = file()
    let events = file.openAll()
    #expect(contents(events)?.entities == [])
    #expect(artists(events) == [])
    #expect(file.run([changes([one]), changes([two]), albums(of: 0..<2)]).isEmpty)
    file.close()
    #expect(reopened()?.entities == [one, two])
    #expect(artists(file.openAll()) == ["0", "1"])
    let stored = try StateStore(at: path).rows(of: "entity").compactMap(\.contents)
    #expect(stored.allSatisfy { $0.count < 140 })
  }

  @Test("has which favourites a service had, without those that are none any more")
  func linksOfFavorites() throws {
    let links = try (1...2).map { number in
      let id = try #require(EntityID("shop:album:\(number)"))
      let provider = try #require(ProviderID(rawValue: "shop"))
      var link = FavoriteLink(id: id, provider: provider, askedMs: 10)
      (link.isKnown, link.country, link.goneMs) = (true, "de", number == 2 ? 5 : nil)
      return link
    }
    var changes = FavoriteLinkChanges()
    changes.changed = links
    var file = file()
    #expect(favoriteLinks(file.openAll()) == [])
    #expect(file.run([.save(StateChanges(changes))]).isEmpty)
    file.close()
    #expect(favoriteLinks(file.openAll()) == links)
    changes = FavoriteLinkChanges()
    changes.removed = [links[0].id]
    #expect(file.run([.save(StateChanges(changes))]).isEmpty)
    file.close()
    #expect(favoriteLinks(file.openAll()) == [links[1]])
  }

  @Test("has the newest version of a record, and forgets an entity without records")
  func newestRecords() throws {
    let (one, two) = (try entity(1), try entity(2))
    var file = file()
    _ = file.openAll()
    _ = file.run([changes([one, two])])
    file.close()
    let renamed = Entity.artist(Artist(id: try artist(1), name: "Nina Simone"))
    let store = try RecordStore(at: records)
    try store.add([renamed], .artistGet, id: artist(1), seenMs: UnixClock.nowMs + 5)
    try store.tables.run("DELETE FROM record WHERE row = 2")
    let entities = try #require(reopened()?.entities)
    #expect(entities.map(\.ids) == [one.ids])
    #expect(entities[0].records.map(\.entity) == [renamed])
    #expect(try StateStore(at: path).rows(of: "entity").map(\.name) == ["a:artist:1"])
  }

  @Test("keeps the ids of its records: those by which they were found, without wrong ones")
  func recordIDs() throws {
    let (known, two) = (try entity(1), try entity(2))
    let other = try #require(EntityID("b:artist:7"))
    let ids = known.ids + [other]
    // Of two versions of a record, one has another id.
    let newer = known.records[0].with(known.records[0].entity.with(ids: ids))
    let records = known.records + [newer]
    let one = KnownEntity(ids: ids, name: known.name, records: records, complete: known.complete)
    let wrong = two.records[0].entity.with(ids: two.ids + [other])
    try RecordStore(at: self.records).add(
      [wrong],
      .artistGet,
      id: two.ids[0],
      seenMs: UnixClock.nowMs
    )
    var file = file()
    _ = file.openAll()
    _ = file.run([changes([one, two])])
    file.close()
    let found = try #require(reopened()?.entities)
    #expect(found.map(\.ids) == [one.ids, two.ids])
    #expect(found.map { $0.records.map(\.entity.ids) } == [[one.ids], [two.ids]])
  }

  @Test("keeps its entities if the file of records cannot be read")
  func noRecords() throws {
    let one = try entity(1)
    var file = file()
    _ = file.openAll()
    _ = file.run([changes([one])])
    file.close()
    try FileManager.default.moveItem(atPath: records, toPath: "\(records).away")
    #expect(reopened()?.entities == [])
    try FileManager.default.moveItem(atPath: "\(records).away", toPath: records)
    #expect(reopened()?.entities == [one])
  }

  @Test("retains changes that could not be written, and writes them later")
  func retained() throws {
    let database = "\(directory.path)/data"
    // A file in the place of the directory.
    try Data().write(to: URL(filePath: database))
    var file = file()
    #expect(contents(file.openAll())?.entities == [])
    let one = try entity(1)
    _ = file.run([changes([one])])
    #expect(file.needsRetry)
    try FileManager.default.removeItem(atPath: database)
    let two = try entity(2)
    _ = file.run([changes([two])])
    #expect(!file.needsRetry)
    file.close()
    #expect(reopened()?.entities == [one, two])
  }

  @Test("is moved aside if a part of it is corrupt, and a new one is created")
  func corruptPages() throws {
    var file = file()
    _ = file.openAll()
    _ = file.run([changes(try (1...100).map { try entity($0) }), albums(of: 0..<100)])
    file.close()
    try FileManager.default.overwritePagesAfterFirst(of: path)
    let events = file.openAll()
    #expect(contents(events)?.entities == [])
    #expect(artists(events) == [])
    #expect(events.contains { if case .log(.warning, _) = $0 { true } else { false } })
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    let one = try entity(1)
    #expect(file.run([changes([one]), albums(of: 7..<8)]).isEmpty)
    #expect(!file.needsRetry)
    file.close()
    #expect(reopened()?.entities == [one])
    #expect(artists(file.openAll()) == ["7"])
  }

  @Test("deletes expired entities and links")
  func expired() throws {
    let current = try entity(1, ageDays: 179)
    let link = try link(1, untilMs: UnixClock.nowMs + 60_000)
    let native = try self.link(3, untilMs: nil)
    var file = file()
    _ = file.openAll()
    let old = try self.link(2, untilMs: UnixClock.nowMs - 1)
    _ = file.run([changes([current, try entity(2, ageDays: 181)], links: [link, old, native])])
    file.close()
    #expect(reopened()?.entities == [current])
    #expect(reopened()?.links == [link, native])
    let store = try StateStore(at: path)
    #expect(try store.rows(of: "entity").map(\.name) == ["a:artist:1"])
    #expect(try store.rows(of: "link").map(\.name) == ["b a:artist:1", "b a:artist:3"])
  }

  @Test("merges pending changes, so that only the last one of each entity is written")
  func merged() throws {
    var job = changes([try entity(1), try entity(2)])
    var removal = EntityIndexChanges()
    removal.removed = [try artist(1)]
    let isMerged = job.merge(.save(StateChanges(removal)))
    #expect(isMerged)
    guard case .save(let changes) = job else { return }
    #expect(try changes.rows().map { $0.contents == nil } == [true, false])
    // A removed row, and an entity with a record.
    #expect(changes.bytes == 512 + 1536)
    let pin = StateJob.pin([], isPinned: true, operation: 1)
    let isPinMerged = job.merge(pin)
    #expect(!isPinMerged)
  }

  // MARK: Pins

  @Test(
    "has the pins of earlier hubs retained, and each change, which the status of the cache ends"
  )
  func pins() throws {
    let jobs = Jobs()
    var file = file(jobs)
    _ = file.openAll()
    #expect(jobs.pins == [])
    _ = file.run([.pin(try [artist(1), artist(2)], isPinned: true, operation: 1)])
    let two = try [artist(1), artist(2)]
    #expect(jobs.pins == two)
    #expect(file.run([.pin([try artist(1)], isPinned: false, operation: 2)]).isEmpty)
    #expect(jobs.operations == [1, 2])
    file.close()
    let later = Jobs()
    file = self.file(later)
    _ = file.openAll()
    #expect(later.pins == [try artist(2)])
    _ = file.run([.unpinAll(operation: 3)])
    #expect(later.pins == [])
    file.close()
    _ = file.openAll()
    #expect(later.pins == [])
  }

  @Test("counts each pin once, and rejects more than there may be")
  func maxPins() throws {
    let jobs = Jobs()
    var file = file(maxPins: 3, jobs)
    _ = file.openAll()
    let three = try (1...3).map(artist)
    _ = file.run([.pin(three, isPinned: true, operation: 1)])
    _ = file.run([.pin(three, isPinned: true, operation: 2)])
    #expect(jobs.operations == [1, 2])
    let events = file.run([.pin([try artist(4)], isPinned: true, operation: 3)])
    guard case .hub(.cacheActionCompleted(3, .failed(let reason)))? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(reason == "No more than 3 ids can be pinned.")
    #expect(jobs.pins == three)
  }

  @Test("fails a pin that could not be saved, which is not saved later either")
  func unsavedPin() throws {
    try Data().write(to: URL(filePath: "\(directory.path)/data"))
    let jobs = Jobs()
    var file = file(jobs)
    _ = file.openAll()
    let events = file.run([.pin([try artist(1)], isPinned: true, operation: 1)])
    let failures = events.compactMap { event in
      if case .hub(.cacheActionCompleted(1, .failed(let reason))) = event { reason } else { nil }
    }
    #expect(failures.count == 1)
    try FileManager.default.removeItem(atPath: "\(directory.path)/data")
    _ = file.run([albums(of: 0..<1)])
    #expect(!file.needsRetry)
    #expect(try StateStore(at: path).rows(of: "pin").isEmpty)
  }

  @Test("says that pins are saved if the file of records refuses them, or cannot be used")
  func refusedPins() throws {
    var limits = DiskQueueLimits()
    let directory = self.directory.path
    try Data().write(to: URL(filePath: "\(directory)/no-directory"))
    for (maxJobs, records) in [(0, records), (5, "\(directory)/no-directory/records.sqlite")] {
      limits.maxJobs = maxJobs
      let queue = DiskQueue(RecordFile(at: records), "records", limits: limits) {}
      queue.open()
      var file = StateFile(at: path, records: records) { queue.submit($0) }
      _ = file.openAll()
      _ = file.run([.pin([try artist(6)], isPinned: true, operation: 4)])
      queue.waitUntilIdle()
      let reasons = queue.drainEvents().compactMap { event in
        if case .hub(.cacheActionCompleted(4, .failed(let reason))) = event { reason } else { nil }
      }
      #expect(reasons.count == 1)
      #expect(reasons.first?.hasPrefix("The pins are saved, but take effect when") == true)
      #expect(try StateStore(at: path).rows(of: "pin").count == 1)
    }
  }

  @Test(
    "stores an entity with all its ids, and reads what an earlier version wrote",
    arguments: [
      // As it is written now, and as it was written before.
      nil,
      #"{"artist":"Miles","ids":["a:album:1","c:album:3","b:album:2"],"name":"Blue","records":[{"id":"a:album:1","#
        + #""ids":["a:album:1","c:album:3"],"provider":"a"},{"id":"b:album:2","ids":["b:album:2"],"provider":"b"}],"#
        + #""whole":["a"]}"#,
    ]
  )
  func members(old: String?) throws {
    let (a, b) = (try #require(ProviderID(rawValue: "a")), try #require(ProviderID(rawValue: "b")))
    let ids = try ["a:album:1", "c:album:3", "b:album:2"].map { try #require(EntityID($0)) }
    let records = [(a, [ids[0], ids[1]]), (b, [ids[2]])].map { provider, ids in
      let album = Entity.album(Album(id: ids[0], title: "Blue")).with(ids: ids)
      return SourceRecord(provider: provider, entity: album, fetchedMs: 1)
    }
    let entity = KnownEntity(
      ids: ids,
      name: SearchTerms(.album, "Blue", by: "Miles"),
      records: records,
      complete: [a]
    )
    let json = try old.map { Array($0.utf8) } ?? JSONCodec.encode(EntityMembers(entity))
    let members: EntityMembers = try JSONCodec.decode(from: json)
    #expect(members.allIDs == ids && members.completeProviders == [a])
    #expect(members.records.map(\.allIDs) == [[ids[0], ids[1]], [ids[2]]])
    if old == nil { #expect(json.count < 150, "\(String(decoding: json, as: UTF8.self))") }
  }
}

extension StateFile {
  /// Opens it and reads all, as its queue does.
  mutating func openAll() -> [StorageEvent] { open() + load() }
}
