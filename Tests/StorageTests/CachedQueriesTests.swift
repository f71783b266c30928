import HostKit
import HubCore
import TestKit
import Testing

@testable import Storage

@Suite("Queries of the provider cache", .timeLimit(.minutes(1)))
struct CachedQueriesTests {
  private let cached = CachedQueries()

  private func mayContain(_ text: String) throws -> Bool {
    cached.mayContain(try ProviderCacheTests.query(text))
  }

  private func key(_ text: String) throws -> ReplyKey {
    try CachedReplyCodec.key(ProviderCacheTests.query(text))
  }

  @Test("may have any reply until those of the file are known")
  func unknown() throws {
    #expect(try mayContain("nina"))
    cached.complete(with: [])
    #expect(try !mayContain("nina"))
  }

  @Test("include those of the file and those that are to be stored, before and after it is read")
  func known() throws {
    cached.insert(try ProviderCacheTests.query("before"))
    cached.complete(with: [try key("stored")])
    cached.insert(try ProviderCacheTests.query("after"))
    #expect(try ["before", "stored", "after"].allSatisfy(mayContain))
    #expect(try !mayContain("other"))
  }

  @Test("still include those that are to be stored when the file is opened again")
  func reopened() throws {
    cached.complete(with: [])
    cached.insert(try ProviderCacheTests.query("nina"))
    cached.complete(with: [])
    #expect(try mayContain("nina"))
  }

  @Test("are all left to the file if there are too many", arguments: [false, true])
  func full(areStored: Bool) throws {
    let many = (0...CachedQueries.maxCount).map { number in
      ReplyKey(provider: "a", method: "m", parameters: Array("\(number)".utf8))
    }
    if areStored {
      cached.complete(with: many)
    } else {
      cached.complete(with: Array(many.dropFirst()))
      #expect(try !mayContain("nina"))
      cached.insert(try ProviderCacheTests.query("miles"))
    }
    #expect(try mayContain("nina"))
  }

  @Test("are read from the file when it is opened")
  func read() throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/replies.sqlite"
    for cached in [CachedQueries(), cached] {
      let cache = DiskQueue(ProviderCacheFile(at: path, cached: cached), "test", onEvents: {})
      cache.open()
      cache.waitUntilIdle()
      cache.submit(.store(try ProviderCacheTests.reply(), try ProviderCacheTests.query("nina")))
      #expect(cache.close(before: .after(.seconds(60))))
    }
    #expect(try ["nina", "miles"].map(mayContain) == [true, false])
  }
}
