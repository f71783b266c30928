import Foundation
import Storage
import TestKit
import Testing

@Suite("The reply store")
struct ReplyStoreTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/replies.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func key(_ text: String, provider: String = "audiodb") -> ReplyKey {
    ReplyKey(provider: provider, method: "artists.search", parameters: Array(text.utf8))
  }

  private func snapshot(_ bytes: Int, fetchedMs: Int = 1000) -> StoredReply {
    StoredReply(
      contents: Array(repeating: 7, count: bytes),
      fetchedMs: fetchedMs,
      freshMs: 500
    )
  }

  @Test("finds stored replies, also after it is reopened")
  func found() throws {
    let first = try ReplyStore(at: path)
    try first.save(snapshot(10), for: key("a"))
    #expect(try first.find(key("a"), nowMs: 1200) == snapshot(10))
    #expect(try first.find(key("a", provider: "other"), nowMs: 1200) == nil)
    let second = try ReplyStore(at: path)
    let found = try #require(try second.find(key("a"), nowMs: 1600))
    #expect(found.isFresh(atMs: 1400))
    #expect(!found.isFresh(atMs: 1600))
    #expect(found.age(atMs: 1600) == 600)
    #expect(found.age(atMs: 0) == 0)
  }

  @Test("replaces an old reply by a new one")
  func replaced() throws {
    let store = try ReplyStore(at: path)
    try store.save(snapshot(10), for: key("a"))
    try store.save(snapshot(30, fetchedMs: 2000), for: key("a"))
    #expect(try store.count() == 1)
    #expect(try store.find(key("a"), nowMs: 2000)?.contents.count == 30)
  }

  private func limits(megabytes: Int) -> ReplyStoreLimits {
    var limits = ReplyStoreLimits()
    limits.maxBytes = megabytes * 1024 * 1024
    limits.usedStepMs = 0
    return limits
  }

  @Test(
    "stays within its size on disk, with its log, and evicts the least recently used reply",
    arguments: [(400, 2500), (3000, 900), (40_000, 100)]
  )
  func bounded(size: Int, count: Int) throws {
    let limits = limits(megabytes: 1)
    let store = try ReplyStore(at: path, limits: limits)
    var largest = 0
    for number in 0..<count {
      // Keys in another order than their use.
      try store.save(snapshot(size, fetchedMs: number), for: key("\(number * 7919 % count)"))
      largest = max(largest, store.bytes)
      guard number % 10 == 0 else { continue }
      _ = try store.find(key("0"), nowMs: number)
      #expect(store.bytes == bytesOnDisk)
    }
    #expect(largest <= limits.maxBytes)
    #expect(largest > limits.maxBytes / 2)
    #expect(try store.find(key("0"), nowMs: count) != nil)
    #expect(try store.find(key("\(7919 % count)"), nowMs: count) == nil)
    #expect(try store.find(key("\((count - 1) * 7919 % count)"), nowMs: count) != nil)
  }

  private var bytesOnDisk: Int {
    ["", "-wal", "-shm"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }

  @Test("stores a text with U+0000 whole")
  func zero() throws {
    let store = try ReplyStore(at: path, limits: limits(megabytes: 1))
    let search = ReplyStore.Search(method: "artists.search", text: "a\u{0}b", atMs: 1, total: 1)
    try store.note(search)
    #expect(try store.searches(atMost: 2) == [search])
  }

  @Test("becomes smaller if its limit does")
  func smallerLimit() throws {
    do {
      let store = try ReplyStore(at: path, limits: limits(megabytes: 8))
      for number in 0..<300 {
        try store.save(snapshot(20_000, fetchedMs: number), for: key("\(number)"))
      }
      #expect(bytesOnDisk > 4 * 1024 * 1024)
    }
    let store = try ReplyStore(at: path, limits: limits(megabytes: 1))
    #expect(bytesOnDisk <= 1024 * 1024)
    #expect(try store.find(key("299"), nowMs: 300) != nil)
    #expect(try store.find(key("0"), nowMs: 300) == nil)
  }

  @Test("stores no more if pinned entries fill it")
  func pinned() throws {
    let limits = limits(megabytes: 1)
    let store = try ReplyStore(at: path, limits: limits)
    let ids = (0..<100).map { "audiodb:artist:\($0)" }
    #expect(try store.pin(ids, isPinned: true))
    for (number, id) in ids.enumerated() {
      var entry = snapshot(40_000)
      entry = StoredReply(
        contents: entry.contents,
        fetchedMs: number,
        freshMs: 500,
        subject: id
      )
      try store.save(entry, for: key(id))
    }
    #expect(bytesOnDisk <= limits.maxBytes)
    #expect(try store.find(key(ids[0]), nowMs: 100) != nil)
    #expect(try store.find(key(ids[99]), nowMs: 100) == nil)
    #expect(try store.pin([ids[0]], isPinned: false))
    #expect(try store.pinCount() == 99)
    try store.unpinAll()
    #expect(try store.pinCount() == 0)
  }

  @Test("can be read by no other user, and neither can its log, even if it could before")
  func mode() throws {
    let old = umask(0)
    defer { umask(old) }
    let files = FileManager.default
    #expect(files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
    let store = try ReplyStore(at: path)
    try store.save(snapshot(10), for: key("a"))
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try files.attributesOfItem(atPath: path + suffix)
      #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(suffix)")
    }
  }

  @Test("refuses a link and a pipe, and leaves them as they are")
  func notRegular() throws {
    let other = "\(directory.path)/other"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    #expect(throws: DatabaseError.self) { try ReplyStore(at: path) }
    #expect(!FileManager.default.fileExists(atPath: other))
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: DatabaseError.self) { try ReplyStore(at: path) }
  }

  @Test("describes errors without the words of the database")
  func errors() throws {
    let error = #expect(throws: DatabaseError.self) {
      try ReplyStore(at: "\(directory.path)/missing/replies.sqlite")
    }
    #expect(error?.description == "The file cannot be opened.")
  }

  @Test("does not store a reply that would evict most others")
  func tooLarge() throws {
    let limits = limits(megabytes: 1)
    let store = try ReplyStore(at: path, limits: limits)
    try store.save(snapshot(limits.maxBytes / 4), for: key("a"))
    #expect(try store.count() == 0)
  }

  @Test("does not return expired replies, and removes them")
  func old() throws {
    var limits = ReplyStoreLimits()
    limits.maxAgeMs = 1000
    let store = try ReplyStore(at: path, limits: limits)
    try store.save(snapshot(10), for: key("a"))
    #expect(try store.find(key("a"), nowMs: 2001) == nil)
    try store.removeExpired(nowMs: 2001)
    #expect(try store.count() == 0)
  }

  @Test("moves a corrupt file aside with a note, and creates a new one")
  func damaged() throws {
    try Data("this text is long enough, but it is not an SQLite database".utf8)
      .write(to: URL(filePath: path))
    let store = try ReplyStore(at: path)
    #expect(store.notes.count == 1)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
    try store.save(snapshot(10), for: key("a"))
    #expect(try store.count() == 1)
  }

  @Test("can be cleared")
  func cleared() throws {
    let store = try ReplyStore(at: path)
    try store.save(snapshot(10), for: key("a"))
    try store.clear()
    #expect(try store.count() == 0)
  }

  @Test("reports a missing directory")
  func missingDirectory() {
    #expect(throws: DatabaseError.self) {
      try ReplyStore(at: "\(directory.path)/missing/replies.sqlite")
    }
  }
}
