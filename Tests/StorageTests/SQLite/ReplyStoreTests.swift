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
    let before = store.bytes
    try store.save(snapshot(30, fetchedMs: 2000), for: key("a"))
    #expect(try store.count() == 1)
    #expect(store.bytes == before + 20)
    #expect(try store.find(key("a"), nowMs: 2000)?.contents.count == 30)
  }

  @Test("stays within its size and evicts the least recently used reply")
  func bounded() throws {
    var limits = ReplyStoreLimits()
    limits.bytesMax = 10_000
    limits.usedStepMs = 0
    let store = try ReplyStore(at: path, limits: limits)
    for number in 0..<8 {
      try store.save(snapshot(1000, fetchedMs: number), for: key("\(number)"))
    }
    _ = try store.find(key("0"), nowMs: 100)
    for number in 8..<13 {
      try store.save(snapshot(1000, fetchedMs: number + 200), for: key("\(number)"))
      #expect(store.bytes <= limits.bytesMax)
    }
    #expect(try store.find(key("0"), nowMs: 300) != nil)
    #expect(try store.find(key("1"), nowMs: 300) == nil)
    #expect(try store.find(key("12"), nowMs: 300) != nil)
  }

  @Test("does not store a reply that would evict most others")
  func tooLarge() throws {
    var limits = ReplyStoreLimits()
    limits.bytesMax = 1000
    let store = try ReplyStore(at: path, limits: limits)
    try store.save(snapshot(600), for: key("a"))
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
    #expect(store.bytes == 0)
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
