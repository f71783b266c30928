import BusProtocol
import EntityResolution
import HostKit
import HubCore
import MusicModel
import SQLite
import TestKit
import Testing

@testable import Storage

/// Faults that there were, as lookups, reports and rows show them.
@Suite("Where the stores once were wrong", .timeLimit(.minutes(10)))
struct RegressionTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/records.sqlite" }
  private let nowMs = UnixClock.nowMs

  init() throws { directory = try TestDirectory() }

  private func id(_ text: String) throws -> EntityID { try #require(EntityID(text)) }

  // MARK: Songs of albums

  private func song(
    _ number: Int,
    _ title: String,
    on album: AlbumReference,
    track: Int?
  ) throws -> Entity {
    var song = Song(id: try id("a:song:\(number)"), title: title)
    song.artist = ArtistReference(name: "Miles Davis")
    song.album = album
    song.trackNumber = track
    return .song(song)
  }

  /// The songs of an album as the cache has them after one of them was opened, which its source has on another edition, too.
  private func songsAfterOpening() throws -> [Song] {
    var file = RecordFile(at: path)
    _ = file.open()
    let original = AlbumReference(id: try id("a:album:1"), title: "Milestones")
    let later = AlbumReference(id: try id("a:album:2"), title: "Milestones (Expanded)")
    let songs = try TestReply.query(.albumSongs, id: original.id)
    let list = TestReply.reply(
      [
        try song(1, "Dr. Jackle", on: original, track: 1),
        try song(2, "Sid's Ahead", on: original, track: 2),
      ],
      fetchedMs: nowMs - 60_000
    )
    let opened = TestReply.reply(
      [try song(1, "Dr. Jackle", on: later, track: nil)],
      fetchedMs: nowMs
    )
    #expect(file.run([.store(list, to: songs)]).isEmpty)
    #expect(
      file.run([.store(opened, to: try TestReply.query(.songGet, id: id("a:song:1")))]).isEmpty
    )
    let reader = DiskQueue(RecordReader(at: path), "test lookups", onEvents: {})
    reader.submit(.reply(songs, operation: 1))
    reader.waitUntilIdle()
    for case .hub(.lookupCompleted(operation: 1, let reply?)) in reader.drainEvents() {
      return reply.records.compactMap { record in
        if case .song(let song) = record.entity { song } else { nil }
      }
    }
    return []
  }

  @Test("a song that was opened stays in its place on its album")
  func trackNumber() throws {
    let songs = try songsAfterOpening()
    #expect(songs.map(\.title) == ["Dr. Jackle", "Sid's Ahead"])
    #expect(songs.map(\.trackNumber) == [1, 2])
  }

  @Test("a song that was opened stays on the edition whose list has it")
  func edition() throws {
    let songs = try songsAfterOpening()
    #expect(songs.map(\.album?.title) == ["Milestones", "Milestones"])
  }

  // MARK: Room

  @Test("the status of the cache says that replies find no room")
  func noRoom() throws {
    var limits = RecordLimits()
    limits.maxBytes = 1024 * 1024
    var file = RecordFile(at: path, limits: limits)
    _ = file.open()
    let ids = try (0..<20).map { try id("a:artist:\($0)") }
    _ = file.run([.retain(ids, .pinned)])
    for id in ids {
      let picture = TestReply.picture(60_000, fetchedMs: nowMs)
      let events = file.run([.store(picture, to: try TestReply.query(.artworkGet, id: id))])
      #expect(events.isEmpty)
    }
    var status: CacheStatus?
    for case .hub(.cacheActionCompleted(3, .status(let found))) in file.run([
      .perform(.status, operation: 3)
    ]) {
      status = found
    }
    let found = try #require(status)
    #expect((1..<20).contains(found.entries))
    #expect(found.problem != nil)
  }

  private static let largeBytes = 200_000

  /// A record of that many bytes.
  private func large(_ number: Int) throws -> Entity {
    var artist = Artist(id: try id("a:artist:\(number)"), name: "Artist \(number)")
    artist.biography = String(repeating: "n", count: Self.largeBytes)
    return .artist(artist)
  }

  /// How many of these jobs a queue takes that may hold a megabyte.
  private func accepted<File: DiskFile>(_ jobs: [File.Job], by file: sending File) -> Int {
    var limits = DiskQueueLimits()
    limits.maxBytes = 1_000_000
    let queue = DiskQueue(file, "test", limits: limits, onEvents: {})
    queue.open()
    var count = 0
    queue.whileBusy { count = jobs.count { queue.submit($0) } }
    queue.waitUntilIdle()
    return count
  }

  @Test("replies that wait to be stored occupy no more than their queue may hold")
  func waitingReplies() throws {
    let jobs = try (0..<20).map { number in
      let reply = TestReply.reply([try large(number)], fetchedMs: nowMs)
      return RecordJob.store(reply, to: try TestReply.query(text: "artist \(number)"))
    }
    let count = accepted(jobs, by: RecordFile(at: path))
    #expect(count <= 1_000_000 / Self.largeBytes)
  }

  @Test("entities that wait to be stored occupy no more than their queue may hold")
  func waitingEntities() throws {
    let jobs = try (0..<20).map { number in
      let record = try large(number)
      let provider = try #require(ProviderID(rawValue: "a"))
      var changes = EntityIndexChanges()
      changes.entities = [
        KnownEntity(
          ids: [record.id],
          name: SearchTerms(record.kind, record.displayName),
          records: [SourceRecord(provider: provider, entity: record, fetchedMs: nowMs)],
          complete: []
        )
      ]
      return StateJob.save(StateChanges(changes))
    }
    let file = StateFile(at: "\(directory.path)/state.sqlite", records: path)
    let count = accepted(jobs, by: file)
    #expect(count <= 1_000_000 / Self.largeBytes)
  }

  @Test("the budget of an upstream is found again beside thousands that one provider has named")
  func manyBudgets() {
    func budget(_ scope: BudgetScope) -> StoredBudget {
      StoredBudget(scope, windowMs: 60_000, spent: [.init(atMs: nowMs, count: 1)])
    }
    let path = "\(directory.path)/state.sqlite"
    let shared = budget(BudgetScope("api.example"))
    let provider = ProviderID(rawValue: "a")
    let others = (0..<50_000).map { budget(BudgetScope("api\($0).example", only: provider)) }
    var file = StateFile(at: path, records: self.path)
    _ = file.openAll()
    #expect(file.run([.save(StateChanges([shared] + others))]).isEmpty)
    file.close()
    var next = StateFile(at: path, records: self.path)
    var loaded: [StoredBudget] = []
    for case .hub(.budgetsLoaded(let found)) in next.open() { loaded = found }
    #expect(loaded.contains(shared) && loaded.count == StateFile.maxBudgets)
  }

  // MARK: Rows of ids

  /// The rows by which records are found by their ids.
  private func aliases() throws -> Int {
    try Database(reading: path).integer("SELECT COUNT(*) FROM alias")
  }

  /// Stores an artist whose source takes one of two ids back at the next time.
  private func storeWithFormerID(_ store: RecordStore, seenMs: Int) throws {
    let own = try id("a:artist:1")
    var artist = Artist(id: own, name: "Miriam Makeba")
    artist.ids = [own, try id("mbid:artist:5")]
    try store.add([.artist(artist)], .artistsSearch, seenMs: seenMs)
    artist.ids = [own]
    try store.add([.artist(artist)], .artistGet, id: own, seenMs: seenMs + 1_000)
    #expect(try store.counts() == [1, 0, 0])
  }

  @Test("a record is found only by ids that it still has")
  func formerID() throws {
    let store = try RecordStore(at: path)
    try storeWithFormerID(store, seenMs: nowMs)
    let count = try aliases()
    #expect(count == 1)
  }

  @Test("a record that expires leaves no rows of its former ids")
  func formerIDOfExpired() throws {
    let store = try RecordStore(at: path)
    try storeWithFormerID(store, seenMs: nowMs - 200 * 86_400_000)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try store.counts() == [0, 0, 0])
    let count = try aliases()
    #expect(count == 0)
  }

  @Test("an unreadable record that expires leaves no rows of its ids")
  func unreadable() throws {
    let store = try RecordStore(at: path)
    let artist = Entity.artist(Artist(id: try id("a:artist:1"), name: "Miriam Makeba"))
    try store.add([artist], .artistsSearch, seenMs: nowMs - 200 * 86_400_000)
    try Database(at: path).run("UPDATE record SET contents = X'7B'")
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try store.counts() == [0, 0, 0])
    let count = try aliases()
    #expect(count == 0)
  }
}
