import HostKit
import HubCore
import TestKit
import Testing

@testable import Storage

@Suite("Queries of the provider cache", .timeLimit(.minutes(10)))
struct CachedQueriesTests {
  private let cached = CachedQueries()

  private func mayContain(_ text: String) throws -> Bool {
    cached.mayContain(try ProviderCacheTests.query(text))
  }

  private func hash(_ text: String) throws -> Int {
    try CachedReplyCodec.key(ProviderCacheTests.query(text)).hashValue
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
    cached.complete(with: [try hash("stored")])
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
    if areStored {
      cached.complete(with: Set(0...CachedQueries.maxCount))
    } else {
      cached.complete(with: Set(1...CachedQueries.maxCount))
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
