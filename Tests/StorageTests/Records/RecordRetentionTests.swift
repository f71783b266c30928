import BusProtocol
import EntityResolution
import HubCore
import MusicModel
import SQLite
import TestKit
import Testing

@testable import Storage

@Suite("The retention of records")
struct RecordRetentionTests {
  private let directory: TestDirectory
  private let nowMs = 1_800_000_000_000
  private let dayMs = 86_400_000
  private var oldMs: Int { nowMs - 200 * dayMs }

  init() throws { directory = try TestDirectory() }

  private func store(_ limits: RecordLimits = RecordLimits()) throws -> RecordStore {
    try RecordStore(at: "\(directory.path)/records.sqlite", limits: limits)
  }

  private func id(_ text: String) throws -> EntityID { try #require(EntityID("a:\(text)")) }

  private func artist(_ number: Int) throws -> Entity {
    .artist(Artist(id: try id("artist:\(number)"), name: "Artist Number \(number)"))
  }

  private func add(_ records: [Entity], to store: RecordStore, seenMs: Int) throws {
    try store.add(records, .artistsSearch, seenMs: seenMs)
  }

  private func names(
    _ text: String,
    in store: RecordStore,
    _ method: Method = .artistsSearch
  ) throws -> [String] {
    let kind: EntityKind = method == .artistsSearch ? .artist : .album
    let query = LibraryQuery(method, kind, .text(text, and: []), maxRecords: 2000)
    return try store.search(query, nowMs: nowMs).map(\.record.entity.displayName)
  }

  @Test(
    "retains a favourite or pinned record, and the albums of its artist, while it is one",
    arguments: [RecordStore.Reason.favorite, .pinned]
  )
  func reasons(_ reason: RecordStore.Reason) throws {
    let store = try store()
    let credit = ArtistReference(id: try id("artist:1"), name: "Artist Number 1")
    let album = Entity.album(Album(id: try id("album:1"), title: "Old Album", artist: credit))
    try add([artist(1), artist(2), album], to: store, seenMs: oldMs)
    try store.retain([id("artist:1")], because: reason)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try names("number", in: store) == ["Artist Number 1"])
    #expect(try names("old", in: store, .albumsSearch) == ["Old Album"])
    #expect(try store.counts() == [1, 1, 0])
    try store.retain([], because: reason)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try store.counts() == [0, 0, 0])
  }

  @Test("retains a record that is both favourite and pinned until it is neither")
  func bothReasons() throws {
    let store = try store()
    try add([artist(1)], to: store, seenMs: oldMs)
    try store.retain([id("artist:1")], because: .favorite)
    try store.retain([id("artist:1")], because: .pinned)
    try store.retain([], because: .favorite)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try names("number", in: store) == ["Artist Number 1"])
    try store.retain([], because: .pinned)
    #expect(try names("number", in: store).isEmpty)
  }

  @Test("retains the same records when the file is opened again, or emptied")
  func reopened() throws {
    let first = try store()
    try first.retain([id("artist:1")], because: .favorite)
    try first.clearRecords()
    let second = try store()
    try add([artist(1), artist(2)], to: second, seenMs: oldMs)
    while try second.removeExpired(nowMs: nowMs) {}
    #expect(try names("number", in: second) == ["Artist Number 1"])
  }

  @Test("removes expired records although many older ones are retained")
  func behindRetained() throws {
    var limits = RecordLimits()
    limits.step = 10
    let store = try store(limits)
    try add((0..<50).map(artist), to: store, seenMs: oldMs)
    try add((50..<80).map(artist), to: store, seenMs: oldMs + dayMs)
    try store.retain((0..<50).map { try id("artist:\($0)") }, because: .favorite)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try store.counts() == [50, 0, 0])
  }

  @Test("makes a file smaller that is larger than its limit is now")
  func smaller() throws {
    var limits = RecordLimits()
    limits.maxBytes = 1024 * 1024
    do {
      let store = try store(limits)
      for start in stride(from: 0, to: 4000, by: 50) {
        try add((start..<start + 50).map(artist), to: store, seenMs: nowMs - 4000 + start)
      }
    }
    limits.maxBytes = 640 * 1024
    let store = try store(limits)
    try store.limitSize()
    #expect(try store.tables.database.integer("PRAGMA page_count") <= limits.maxPages)
    #expect(try names("number", in: store).contains("Artist Number 3999"))
  }

  @Test("makes room although many of the oldest records are retained")
  func room() throws {
    var limits = RecordLimits()
    limits.maxBytes = 1024 * 1024
    limits.step = 10
    let store = try store(limits)
    try store.retain((0..<100).map { try id("artist:\($0)") }, because: .favorite)
    for start in stride(from: 0, to: 4000, by: 50) {
      try add((start..<start + 50).map(artist), to: store, seenMs: nowMs - 4000 + start)
    }
    let names = Set(try names("number", in: store))
    #expect(names.contains("Artist Number 3999"))
    #expect((0..<100).allSatisfy { names.contains("Artist Number \($0)") })
    let pages = try store.tables.database.integer("PRAGMA page_count")
    #expect(pages <= limits.maxPages)
  }
}
