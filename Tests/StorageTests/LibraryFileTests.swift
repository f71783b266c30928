import BusProtocol
import Foundation
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("The library of a hub", .timeLimit(.minutes(10)))
struct LibraryFileTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/cache/library.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func library(_ change: (inout LibraryLimits) -> Void = { _ in }) -> DiskQueue<LibraryFile>
  {
    var limits = LibraryLimits()
    change(&limits)
    let library = DiskQueue(LibraryFile(at: path, limits: limits), "test", onEvents: {})
    library.open()
    return library
  }

  private static func entry(_ names: String...) throws -> LibraryEntry {
    let provider = try #require(ProviderID(rawValue: "a"))
    let records = try names.map { name in
      let id = try #require(EntityID("a:artist:\(name.filter { !$0.isWhitespace })"))
      return Entity.artist(Artist(id: id, name: name))
    }
    let query = ProviderQuery(
      provider: provider,
      method: .searchArtists,
      parameters: CallParameters()
    )
    return try #require(LibraryEntry(query, records: records, seenMs: UnixClock.nowMs))
  }

  /// The names that are found when all queued jobs are done.
  private func names(_ library: DiskQueue<LibraryFile>, _ text: String) -> [String]? {
    let query = LibraryQuery(.searchArtists, .artist, .text(text, and: []), maxRecords: 10)
    library.waitUntilIdle()
    return LibrarySearcher(at: path).names(query)
  }

  @Test("finds the records of earlier hubs")
  func reopened() throws {
    let first = library()
    first.submit(.add(try Self.entry("Pink Floyd", "Pinkerton")))
    #expect(names(first, "floyd") == ["Pink Floyd"])
    #expect(first.close(before: .after(.seconds(60))))
    #expect(names(library(), "floyd pin") == ["Pink Floyd"])
  }

  @Test("finds records that wait to be stored, if the search awaits changes")
  func pending() throws {
    var limits = DiskQueueLimits()
    limits.delayMs = 3_600_000
    let searched = DispatchSemaphore(value: 0)
    let library = DiskQueue(LibraryFile(at: path), "test", limits: limits) { searched.signal() }
    library.open()
    library.submit(.add(try Self.entry("Pink Floyd")))
    let query = LibraryQuery(.searchArtists, .artist, .text("floyd", and: []), maxRecords: 10)
    library.submit(.search(query, operation: 3))
    searched.wait()
    guard case .hub(.librarySearched(3, let records))? = library.drainEvents().last else {
      Issue.record("no result")
      return
    }
    #expect(records.map(\.entity.displayName) == ["Pink Floyd"])
  }

  @Test("moves a corrupt file aside with a note, and continues with an empty one")
  func corrupt() throws {
    let first = library()
    first.submit(.add(try Self.entry("Pink Floyd")))
    #expect(first.close(before: .after(.seconds(60))))
    try Data("no database at all, but long enough to be read as one".utf8)
      .write(to: URL(filePath: path))
    let second = library()
    #expect(names(second, "floyd") == [])
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
    second.submit(.add(try Self.entry("Pink Floyd")))
    #expect(names(second, "floyd") == ["Pink Floyd"])
  }

  @Test("survives damage of any part of the file")
  func damagedPages() throws {
    for page in 0..<12 {
      let first = library()
      for number in 0..<60 { first.submit(.add(try Self.entry("Artist Number \(number)"))) }
      #expect(first.close(before: .after(.seconds(60))))
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: UInt64(page * 4096 + 100))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 3000))
      try file.close()
      let second = library()
      // The damage may be found by the search or by the addition, each of which ends.
      #expect(names(second, "artist") != nil)
      second.submit(.add(try Self.entry("Pink Floyd")))
      second.submit(.add(try Self.entry("Pink Floyd")))
      #expect(names(second, "floyd") != nil)
      #expect(second.close(before: .after(.seconds(60))))
      for suffix in ["", ".damaged", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
  }

  @Test("loses records but no call if the disk is full")
  func full() throws {
    let library = library { $0.pagesOfDisk = 60 }
    for number in 0..<400 { library.submit(.add(try Self.entry("Artist Number \(number)"))) }
    #expect(names(library, "artist 1") != nil)
    #expect(names(library, "artist 2")?.isEmpty == false)
  }

  @Test("removes the oldest records if the file has its maximum size")
  func limited() throws {
    let library = library {
      $0.maxBytes = 1024 * 1024
      $0.removalStep = 50
    }
    for number in 0..<6000 {
      library.submit(.add(try Self.entry("Artist Number \(number)")))
      if number % 500 == 0 { library.waitUntilIdle() }
    }
    #expect(names(library, "number 5999") == ["Artist Number 5999"])
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect((bytes ?? .max) <= 1024 * 1024 + 64 * 4096)
  }

  @Test("is searched while it is being changed")
  func whileChanging() throws {
    let library = library()
    library.submit(.add(try Self.entry("Pink Floyd")))
    #expect(names(library, "floyd") == ["Pink Floyd"])
    let query = LibraryQuery(.searchArtists, .artist, .text("pink", and: []), maxRecords: 10)
    let searcher = LibrarySearcher(at: path)
    let store = try LibraryStore(at: path)
    try store.tables.database.transaction { () throws(DatabaseError) in
      try store.tables.run(.addID, [.integer(1), .integer(1)])
      library.whileBusy { #expect(searcher.names(query) == ["Pink Floyd"]) }
    }
  }

  @Test("is searched in the new file after a corrupt one was moved aside")
  func replacedFile() throws {
    let library = library()
    library.submit(.add(try Self.entry("Pink Floyd")))
    library.waitUntilIdle()
    let searcher = LibrarySearcher(at: path)
    let query = LibraryQuery(.searchArtists, .artist, .text("p", and: []), maxRecords: 10)
    #expect(searcher.names(query) == ["Pink Floyd"])
    _ = try moveDatabaseAside(path)
    #expect(searcher.names(query) == [])
    library.submit(.add(try Self.entry("Portishead")))
    library.waitUntilIdle()
    #expect(searcher.names(query) == ["Portishead"])
  }

  @Test("replies to a search without a file, and does not create one")
  func noFile() {
    let query = LibraryQuery(.searchArtists, .artist, .text("a", and: []), maxRecords: 10)
    #expect(LibrarySearcher(at: path).names(query) == [])
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
