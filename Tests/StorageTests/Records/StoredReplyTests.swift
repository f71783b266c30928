import BusProtocol
import EntityResolution
import Foundation
import HubCore
import MusicModel
import SQLite
import TestKit
import Testing

@testable import Storage

@Suite("Stored replies")
struct StoredReplyTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/records.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func limits(megabytes: Int) -> RecordLimits {
    var limits = RecordLimits()
    limits.maxBytes = megabytes * 1024 * 1024
    return limits
  }

  private var bytesOnDisk: Int {
    ["", "-wal", "-shm"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }

  private func song(_ number: Int, rank: Int? = nil) throws -> Entity {
    var song = Song(
      id: try #require(EntityID("a:song:\(number)")),
      title: "Song \(number)",
      artist: ArtistReference(id: EntityID("a:artist:1"), name: "Nina")
    )
    song.rank = rank
    return .song(song)
  }

  @Test(
    "are found as they were sent, also after the file is reopened and by its reader",
    arguments: [ListPosition.offset(25), .cursor("25")]
  )
  func found(_ next: ListPosition) throws {
    var reply = TestReply.reply(try (1...3).map { try song($0, rank: 4 - $0) }, fetchedMs: 1000)
    (reply.skipped, reply.next, reply.total, reply.notes) = (2, next, 70, ["From A."])
    reply.version = "1.0"
    let query = try TestReply.query(.chartGet, country: "us")
    let first = try RecordStore(at: path)
    try first.add(reply, to: query)
    #expect(try first.reply(to: query, nowMs: 1200) == reply)
    #expect(try first.reply(to: TestReply.query(.chartGet, country: "de"), nowMs: 1200) == nil)
    let other = try TestReply.query(.chartGet, country: "us", provider: "other")
    #expect(try first.reply(to: other, nowMs: 1200) == nil)
    #expect(try RecordStore(at: path).reply(to: query, nowMs: 1600) == reply)
    #expect(try RecordStore(reading: path)?.reply(to: query, nowMs: 1600) == reply)
  }

  @Test("have no records, or a picture")
  func others() throws {
    let store = try RecordStore(at: path)
    let empty = TestReply.reply([], fetchedMs: 1000)
    try store.add(empty, to: TestReply.query(text: "nobody"))
    #expect(try store.reply(to: TestReply.query(text: "nobody"), nowMs: 1000) == empty)
    let picture = TestReply.picture(70_000, fetchedMs: 1000)
    let query = try TestReply.query(.artworkGet, id: EntityID("a:artist:1"))
    try store.add(picture, to: query)
    #expect(try store.reply(to: query, nowMs: 1000) == picture)
  }

  @Test("are replaced by newer ones, and show what is known of their records by now")
  func replaced() throws {
    let store = try RecordStore(at: path)
    let (list, one) = (try TestReply.query(text: "nina"), try #require(EntityID("a:artist:Nina")))
    try store.add(TestReply.reply([TestReply.artist("Nina")], fetchedMs: 1000), to: list)
    try store.add(TestReply.reply([TestReply.artist("Nina")], fetchedMs: 2000), to: list)
    #expect(try store.replyCount() == 1)
    #expect(try store.reply(to: list, nowMs: 2000)?.repliedMs == 2000)
    var complete = Artist(id: one, name: "Nina")
    complete.biography = "She sang."
    let query = try TestReply.query(.artistGet, id: one)
    try store.add(TestReply.reply([.artist(complete)], fetchedMs: 3000), to: query)
    try store.add(TestReply.reply([TestReply.artist("Nina")], fetchedMs: 4000), to: list)
    #expect(try store.reply(to: query, nowMs: 4000)?.records.map(\.entity) == [.artist(complete)])
    #expect(try store.counts() == [1, 0, 0])
  }

  @Test("retain older records without making the newest version of these older")
  func retained() throws {
    let store = try RecordStore(at: path)
    let id = try #require(EntityID("a:artist:1"))
    let old = Entity.artist(Artist(id: id, name: "Cat Stevens"))
    let new = Entity.artist(Artist(id: id, name: "Yusuf"))
    try store.add([new], .artistsSearch, seenMs: 5000)
    var reply = TestReply.reply([], fetchedMs: 6000)
    let query = try TestReply.query(text: "cat")
    func record(_ entity: Entity) -> SourceRecord {
      SourceRecord(provider: query.provider, entity: entity, fetchedMs: 1000)
    }
    reply.records = [record(old)]
    try store.add(reply, to: query)
    let found = try #require(try store.reply(to: query, nowMs: 6000))
    #expect(found.records == [record(new)])
  }

  @Test("are not found once one of their records was removed")
  func removedRecord() throws {
    let store = try RecordStore(at: path)
    let query = try TestReply.query(text: "nina")
    try store.add(TestReply.reply([TestReply.artist("Nina")], fetchedMs: 1000), to: query)
    try store.tables.run("DELETE FROM record")
    #expect(try store.reply(to: query, nowMs: 1000) == nil)
  }

  @Test("write nothing again but the time if nothing changed")
  func unchanged() throws {
    let store = try RecordStore(at: path)
    let query = try TestReply.query(.chartGet)
    let songs = try (1...100).map { try song($0, rank: $0) }
    try store.add(TestReply.reply(songs, fetchedMs: 1000), to: query)
    _ = try store.tables.integers("PRAGMA wal_checkpoint(TRUNCATE)")
    try store.add(TestReply.reply(songs, fetchedMs: 2000), to: query)
    // One reply of 100 numbers, and its place in two indexes.
    #expect(Database.bytesOfLog(at: path) <= 10 * 4096)
  }

  @Test(
    "stay within their size on disk, with the log, and the oldest pictures go first",
    arguments: [(4000, 900), (40_000, 100)]
  )
  func bounded(size: Int, count: Int) throws {
    let limits = limits(megabytes: 1)
    let store = try RecordStore(at: path, limits: limits)
    let nina = try TestReply.query(text: "nina")
    try store.add(TestReply.reply([TestReply.artist("Nina")], fetchedMs: 0), to: nina)
    var largest = 0
    func query(_ number: Int) throws -> ProviderQuery {
      try TestReply.query(.artworkGet, id: EntityID("a:artist:\(number * 7919 % count)"))
    }
    for number in 0..<count {
      try store.add(TestReply.picture(size, fetchedMs: number), to: query(number))
      largest = max(largest, store.bytes)
      if number % 10 == 0 { #expect(store.bytes == bytesOnDisk) }
    }
    #expect(largest <= limits.maxBytes)
    #expect(largest > limits.maxBytes / 2)
    #expect(try store.reply(to: nina, nowMs: count) != nil)
    #expect(try store.reply(to: query(1), nowMs: count) == nil)
    #expect(try store.reply(to: query(count - 1), nowMs: count) != nil)
  }

  @Test("stay within their size on disk as lists of records")
  func boundedLists() throws {
    let limits = limits(megabytes: 1)
    let store = try RecordStore(at: path, limits: limits)
    var largest = 0
    for number in 0..<200 {
      let songs = try (0..<25).map { try song(number * 25 + $0) }
      let reply = TestReply.reply(songs, fetchedMs: number * 1000)
      try store.add(reply, to: TestReply.query(.songsSearch, text: "\(number)"))
      largest = max(largest, store.bytes)
    }
    #expect(largest <= limits.maxBytes)
    let last = try TestReply.query(.songsSearch, text: "199")
    #expect(try store.reply(to: last, nowMs: 200_000)?.records.count == 25)
    let first = try TestReply.query(.songsSearch, text: "0")
    #expect(try store.reply(to: first, nowMs: 200_000) == nil)
    // Replies whose records were removed are removed as well.
    #expect(try store.replyCount() * 25 <= store.counts()[2] + 500)
  }

  @Test("become fewer if the limit becomes smaller")
  func smallerLimit() throws {
    func query(_ number: Int) throws -> ProviderQuery {
      try TestReply.query(.artworkGet, id: EntityID("a:artist:\(number)"))
    }
    do {
      let store = try RecordStore(at: path, limits: limits(megabytes: 8))
      for number in 0..<300 {
        try store.add(TestReply.picture(20_000, fetchedMs: number), to: query(number))
      }
      #expect(bytesOnDisk > 4 * 1024 * 1024)
    }
    let store = try RecordStore(at: path, limits: limits(megabytes: 1))
    #expect(bytesOnDisk <= 1024 * 1024)
    #expect(try store.reply(to: query(299), nowMs: 300) != nil)
    #expect(try store.reply(to: query(0), nowMs: 300) == nil)
  }

  @Test("are neither removed nor evicted if they are about a pinned id; others are not stored then")
  func pinned() throws {
    let limits = limits(megabytes: 1)
    let store = try RecordStore(at: path, limits: limits)
    let ids = try (0..<100).map { try #require(EntityID("a:artist:\($0)")) }
    try store.retain(ids, because: .pinned)
    #expect(try store.pinCount() == 100)
    for (number, id) in ids.enumerated() {
      let picture = TestReply.picture(40_000, fetchedMs: number)
      try store.add(picture, to: TestReply.query(.artworkGet, id: id))
    }
    #expect(bytesOnDisk <= limits.maxBytes)
    let (first, last) = (
      try TestReply.query(.artworkGet, id: ids[0]), try TestReply.query(.artworkGet, id: ids[99])
    )
    #expect(try store.reply(to: first, nowMs: 100) != nil)
    #expect(try store.reply(to: last, nowMs: 100) == nil)
    try store.clearReplies()
    #expect(try store.reply(to: first, nowMs: 100) != nil)
    try store.retain([], because: .pinned)
    try store.clearReplies()
    #expect(try store.replyCount() == 0)
  }

  @Test("that are pinned keep their records when all others are removed, and are still found")
  func pinnedRecords() throws {
    let store = try RecordStore(at: path)
    let id = try #require(EntityID("a:artist:1"))
    let query = try TestReply.query(.artistSongs, id: id)
    let reply = TestReply.reply(try (1...3).map { try song($0) }, fetchedMs: 1000)
    try store.add(reply, to: query)
    try store.add([TestReply.artist("Miles")], .artistsSearch, seenMs: 1000)
    try store.retain([id], because: .pinned)
    try store.clearRecords()
    #expect(try store.reply(to: query, nowMs: 1000) == reply)
    #expect(try store.counts() == [0, 0, 3])
    let songs = LibraryQuery(.songsSearch, .song, .text("song", and: []), maxRecords: 10)
    #expect(try store.search(songs, nowMs: 1000).count == 3)
    let miles = LibraryQuery(.artistsSearch, .artist, .text("miles", and: []), maxRecords: 10)
    #expect(try store.search(miles, nowMs: 1000).isEmpty)
  }

  @Test("are not stored if they would evict most others")
  func tooLarge() throws {
    let limits = limits(megabytes: 1)
    let store = try RecordStore(at: path, limits: limits)
    let query = try TestReply.query(.artworkGet, id: EntityID("a:artist:1"))
    try store.add(TestReply.picture(limits.maxBytes / 4, fetchedMs: 1), to: query)
    #expect(try store.replyCount() == 0)
  }

  @Test("are not found once they expired, and are removed")
  func old() throws {
    var limits = RecordLimits()
    limits.maxAgeMs = 1000
    let store = try RecordStore(at: path, limits: limits)
    let query = try TestReply.query(text: "nobody")
    try store.add(TestReply.reply([], fetchedMs: 1000), to: query)
    #expect(try store.reply(to: query, nowMs: 2001) == nil)
    while try store.removeExpired(nowMs: 2001) {}
    #expect(try store.replyCount() == 0)
  }

  @Test("know a search by its last text, with U+0000 as well")
  func searches() throws {
    let store = try RecordStore(at: path)
    func search(_ text: String, atMs: Int) -> RecordStore.Search {
      RecordStore.Search(method: "artists.search", text: text, atMs: atMs, total: 1)
    }
    for (number, text) in ["n", "ni", "nina", "a\u{0}b"].enumerated() {
      try store.add([], noting: [search(text, atMs: number)])
    }
    #expect(try store.searches(atMost: 3) == [search("a\u{0}b", atMs: 3), search("nina", atMs: 2)])
  }

  @Test("can be read by no other user, and neither can the log, even if it could before")
  func mode() throws {
    let old = umask(0)
    defer { umask(old) }
    let files = FileManager.default
    #expect(files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
    let store = try RecordStore(at: path)
    try store.add([TestReply.artist("Nina")], .artistsSearch, seenMs: 1)
    for suffix in ["", "-wal"] {
      let attributes = try files.attributesOfItem(atPath: path + suffix)
      #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(suffix)")
    }
  }

  @Test("map no file into memory, which a full disk would make the end of the hub")
  func noMapping() throws {
    let store = try RecordStore(at: path)
    let reader = RecordReader(at: path)
    try store.add([TestReply.artist("Nina")], .artistsSearch, seenMs: 1)
    withExtendedLifetime((store, reader)) {
      #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
    }
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(!maps.contains(path))
  }

  @Test("are not written through a link or into a pipe, which stay as they are")
  func notRegular() throws {
    let other = "\(directory.path)/other"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    #expect(throws: DatabaseError.self) { try RecordStore(at: path) }
    #expect(!FileManager.default.fileExists(atPath: other))
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: DatabaseError.self) { try RecordStore(at: path) }
  }

  @Test("report a missing directory without the words of the database")
  func errors() throws {
    let error = #expect(throws: DatabaseError.self) {
      try RecordStore(at: "\(directory.path)/missing/records.sqlite")
    }
    #expect(error?.description == "The file cannot be opened.")
  }
}
