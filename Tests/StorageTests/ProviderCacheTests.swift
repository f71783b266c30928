import BusProtocol
import Foundation
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Provider cache on disk", .timeLimit(.minutes(10)))
struct ProviderCacheTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/cache/replies.sqlite" }

  init() throws { directory = try TestDirectory() }

  static func query(_ text: String) throws -> ProviderQuery {
    var parameters = CallParameters()
    parameters.text = text
    let provider = try #require(ProviderID(rawValue: "a"))
    return ProviderQuery(provider: provider, method: .searchArtists, parameters: parameters)
  }

  static func reply(_ size: Int = 3) throws -> CachedReply {
    let id = try #require(EntityID("a:artist:1"))
    let record = CachedReply.Record(.artist(Artist(id: id, name: "Nina")), fetchedMs: 5)
    var reply = CachedReply(repliedMs: UnixClock.nowMs, freshMs: 10, records: [record], skipped: 1)
    reply.notes = ["From A."]
    reply.media = Done.Media(type: "image/jpeg")
    reply.attachment = [UInt8](repeating: 7, count: size)
    return reply
  }

  private func cache(_ change: (inout ReplyStoreLimits) -> Void = { _ in }) throws -> DiskQueue<
    ProviderCacheFile
  > {
    var limits = ReplyStoreLimits()
    change(&limits)
    let cache = DiskQueue(ProviderCacheFile(at: path, limits: limits), "test", onEvents: {})
    cache.open()
    return cache
  }

  private let maxJobs = DiskQueueLimits().maxJobs

  /// The events for the hub.
  private func drain(_ cache: DiskQueue<ProviderCacheFile>) -> [Event] {
    cache.drainEvents().compactMap { event in
      if case .hub(let event) = event { event } else { nil }
    }
  }

  /// The entry that is found when all queued jobs are done.
  private func find(_ cache: DiskQueue<ProviderCacheFile>, _ text: String) throws -> CachedReply? {
    cache.submit(.lookUp(try Self.query(text), operation: 1))
    cache.waitUntilIdle()
    guard case .lookupCompleted(1, let found)? = drain(cache).last else { return nil }
    return found
  }

  @Test("returns stored replies with their attachment, also to the next hub")
  func found() throws {
    let first = try cache()
    let reply = try Self.reply()
    first.submit(.store(reply, try Self.query("nina")))
    #expect(try find(first, "nina") == reply)
    #expect(try find(first, "miles") == nil)
    #expect(first.close(before: .after(.seconds(60))))
    let second = try cache()
    #expect(try find(second, "nina") == reply)
  }

  @Test("reports a full disk, retains its entries, and stores again when there is space")
  func full() throws {
    let cache = try cache { $0.pagesOfDisk = 40 }
    cache.submit(.store(try Self.reply(), try Self.query("nina")))
    cache.submit(.store(try Self.reply(1_000_000), try Self.query("large")))
    #expect(try find(cache, "large") == nil)
    #expect(try find(cache, "nina") != nil)
    cache.submit(.perform(.status, operation: 2))
    cache.waitUntilIdle()
    guard case .cacheActionCompleted(2, .status(let status))? = drain(cache).last else {
      Issue.record("no status")
      return
    }
    #expect(status.entries == 1)
    #expect(status.problem?.contains("full") == true, "\(status)")
    cache.submit(.store(try Self.reply(), try Self.query("small")))
    #expect(try find(cache, "small") != nil)
  }

  @Test("moves a corrupt file aside and creates a new one")
  func damaged() throws {
    let first = try cache()
    first.submit(.store(try Self.reply(), try Self.query("nina")))
    #expect(first.close(before: .after(.seconds(60))))
    try Data("This file is definitely not an SQLite database at all.".utf8)
      .write(to: URL(fileURLWithPath: path))
    let second = try cache()
    #expect(try find(second, "nina") == nil)
    second.submit(.store(try Self.reply(), try Self.query("nina")))
    #expect(try find(second, "nina") != nil)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
  }

  @Test("moves a file aside that becomes corrupt while in use")
  func damagedInUse() throws {
    let cache = try cache()
    for number in 0..<50 {
      cache.submit(.store(try Self.reply(20_000), try Self.query("\(number)")))
    }
    #expect(cache.close(before: .after(.seconds(60))))
    let again = try self.cache()
    again.waitUntilIdle()
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 400_000))
    for number in 0..<50 { _ = try find(again, "\(number)") }
    again.submit(.store(try Self.reply(), try Self.query("nina")))
    #expect(try find(again, "nina") != nil)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
  }

  @Test("does not fail calls if its file cannot be opened")
  func unusable() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let cache = try cache()
    cache.submit(.store(try Self.reply(), try Self.query("nina")))
    #expect(try find(cache, "nina") == nil)
    cache.submit(.perform(.clear, operation: 3))
    cache.waitUntilIdle()
    guard case .cacheActionCompleted(3, .failed)? = drain(cache).last else {
      Issue.record("no failure")
      return
    }
  }

  @Test("does not wait for a hanging disk beyond the deadline")
  func hanging() throws {
    let cache = try cache()
    cache.waitUntilIdle()
    var isClosed = true
    cache.whileBusy { isClosed = cache.close(before: .after(.milliseconds(20))) }
    #expect(!isClosed)
    #expect(cache.close(before: .after(.seconds(60))))
  }

  @Test("bounds the jobs that wait for the disk, and completes every lookup")
  func bounded() throws {
    let cache = try cache()
    let query = try Self.query("nina")
    let count = 3 * maxJobs
    cache.whileBusy {
      for operation in 0..<count { cache.submit(.lookUp(query, operation: operation)) }
      #expect(drain(cache).count == count - maxJobs)
    }
    cache.waitUntilIdle()
    #expect(drain(cache).count == maxJobs)
  }

  @Test("lookups overtake replies to other queries that are to be stored")
  func overtaking() throws {
    let (one, other) = (try Self.query("nina"), try Self.query("miles"))
    var jobs: [ProviderCacheJob] = [.store(try Self.reply(), one), .lookUp(other, operation: 1)]
    guard case .lookUp(other, 1)? = ProviderCacheJob.takeBatch(from: &jobs).first,
      case .store(_, one)? = ProviderCacheJob.takeBatch(from: &jobs).first
    else {
      Issue.record("it waits")
      return
    }
    #expect(jobs.isEmpty)
  }

  @Test("lookups do not overtake the reply to their own query, or cache actions")
  func waiting() throws {
    let query = try Self.query("nina")
    let firsts = [
      ProviderCacheJob.store(try Self.reply(), query), .perform(.clear, operation: 1),
    ]
    for first in firsts {
      var jobs = [first, .lookUp(query, operation: 2)]
      if case .lookUp? = ProviderCacheJob.takeBatch(from: &jobs).first {
        Issue.record("it does not wait for \(first)")
      }
      guard case .lookUp(query, 2)? = ProviderCacheJob.takeBatch(from: &jobs).first else {
        Issue.record("it is not found")
        return
      }
    }
  }

  @Test("neither clears nor evicts pinned entries")
  func pinned() throws {
    let cache = try cache { $0.maxBytes = 1024 * 1024 }
    let provider = try #require(ProviderID(rawValue: "a"))
    let id = try #require(EntityID("a:artist:1"))
    var parameters = CallParameters()
    parameters.id = id
    let query = ProviderQuery(provider: provider, method: .getArtist, parameters: parameters)
    cache.submit(.store(try Self.reply(), query))
    cache.submit(.perform(.pin([id], isPinned: true), operation: 1))
    for number in 0..<60 {
      cache.submit(.store(try Self.reply(20_000), try Self.query("\(number)")))
    }
    cache.submit(.perform(.clear, operation: 2))
    cache.submit(.lookUp(query, operation: 3))
    cache.waitUntilIdle()
    guard case .lookupCompleted(3, .some)? = drain(cache).last else {
      Issue.record("the pinned entry was removed")
      return
    }
    #expect(try find(cache, "19") == nil)
  }

  @Test("lists a limited number of recent searches, each once")
  func searches() throws {
    let cache = try cache { $0.maxSearches = 3 }
    for (number, text) in ["a", "b", "c", "a", "d"].enumerated() {
      let search = ReplyStore.Search(
        method: "artists.search",
        text: text,
        atMs: number,
        total: number
      )
      cache.submit(.recordSearch(search))
    }
    cache.submit(.perform(.recent(limit: 10), operation: 1))
    cache.waitUntilIdle()
    guard case .cacheActionCompleted(1, .recent(let searches))? = drain(cache).last else {
      Issue.record("no searches")
      return
    }
    #expect(searches.map(\.text) == ["d", "a", "c"])
  }
}
