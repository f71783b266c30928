import BusProtocol
import EntityResolution
import Foundation
import HostKit
import HubCore
import MusicModel
import SQLite
import TestKit
import Testing

@testable import Storage

@Suite("The records of a hub", .timeLimit(.minutes(10)))
struct RecordFileTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/cache/records.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func records(
    _ change: (inout RecordLimits) -> Void = { _ in }
  ) -> DiskQueue<RecordFile> {
    var limits = RecordLimits()
    change(&limits)
    let records = DiskQueue(RecordFile(at: path, limits: limits), "test", onEvents: {})
    records.open()
    return records
  }

  private static func store(_ names: String..., to text: String = "anything") throws -> RecordJob {
    let reply = TestReply.reply(try names.map(TestReply.artist), fetchedMs: UnixClock.nowMs)
    return .store(reply, to: try TestReply.query(text: text))
  }

  private static func picture(_ number: Int, _ bytes: Int) throws -> RecordJob {
    let id = try #require(EntityID("a:artist:\(number)"))
    let picture = TestReply.picture(bytes, fetchedMs: UnixClock.nowMs)
    return .store(picture, to: try TestReply.query(.artworkGet, id: id))
  }

  /// The names that are found when all queued jobs are done.
  private func names(_ records: DiskQueue<RecordFile>, _ text: String) -> [String]? {
    let query = LibraryQuery(.artistsSearch, .artist, .text(text, and: []), maxRecords: 10)
    records.waitUntilIdle()
    return RecordSearcher(at: path).names(query)
  }

  /// Whether there is a reply when all queued jobs are done.
  private func hasReply(
    to query: ProviderQuery,
    _ records: DiskQueue<RecordFile>
  ) -> Bool {
    records.waitUntilIdle()
    let lookups = DiskQueue(RecordReader(at: path), "test lookups", onEvents: {})
    lookups.submit(.reply(query, operation: 1))
    lookups.waitUntilIdle()
    for case .hub(.lookupCompleted(operation: 1, let reply)) in lookups.drainEvents() {
      return reply != nil
    }
    Issue.record("no completion")
    return false
  }

  private func hasPicture(_ number: Int, _ records: DiskQueue<RecordFile>) throws -> Bool {
    let id = try #require(EntityID("a:artist:\(number)"))
    return hasReply(to: try TestReply.query(.artworkGet, id: id), records)
  }

  private func report(_ action: CacheAction, _ records: DiskQueue<RecordFile>) -> CacheReport? {
    records.submit(.perform(action, operation: 3))
    records.waitUntilIdle()
    for case .hub(.cacheActionCompleted(3, let report)) in records.drainEvents() { return report }
    return nil
  }

  @Test("are found by the next hub")
  func reopened() throws {
    let first = records()
    first.submit(try Self.store("Pink Floyd", "Pinkerton", to: "pink"))
    #expect(names(first, "floyd") == ["Pink Floyd"])
    #expect(first.close(before: .after(.seconds(60))))
    let second = records()
    #expect(names(second, "floyd pin") == ["Pink Floyd"])
    #expect(hasReply(to: try TestReply.query(text: "pink"), second))
    #expect(!hasReply(to: try TestReply.query(text: "other"), second))
  }

  @Test("are found by a search that awaits changes while they wait to be stored")
  func pending() throws {
    var limits = DiskQueueLimits()
    limits.delayMs = 3_600_000
    let searched = DispatchSemaphore(value: 0)
    let records = DiskQueue(RecordFile(at: path), "test", limits: limits) { searched.signal() }
    records.open()
    records.submit(try Self.store("Pink Floyd"))
    let query = LibraryQuery(.artistsSearch, .artist, .text("floyd", and: []), maxRecords: 10)
    records.submit(.lookUp(.records(query, operation: 3)))
    searched.wait()
    guard case .hub(.librarySearched(3, let found))? = records.drainEvents().last else {
      Issue.record("no result")
      return
    }
    #expect(found.map(\.record.entity.displayName) == ["Pink Floyd"])
  }

  @Test("of a file of a later version are neither read nor changed, and the log says so once")
  func newer() throws {
    try HubPaths.makeDirectory("\(directory.path)/cache")
    try Database(at: path).run("CREATE TABLE other (a); PRAGMA user_version = 99")
    let records = records()
    records.submit(try Self.store("Nina Simone"))
    records.waitUntilIdle()
    #expect(records.close(before: .after(.seconds(60))))
    let messages = records.drainEvents().compactMap { event in
      if case .log(_, let text) = event { text } else { nil }
    }
    #expect(
      messages == [
        "The cache failed. A newer version of MusicBus has written it, so it is left as it is."
      ]
    )
    let database = try Database(at: path)
    #expect(try database.integer("PRAGMA user_version") == 99)
    #expect(try database.integer("SELECT COUNT(*) FROM sqlite_schema") == 1)
  }

  @Test("are stored in one transaction if their replies arrive together")
  func together() throws {
    var jobs = try [
      Self.store("Pink Floyd"), Self.store("Nina Simone"), .perform(.status, operation: 1),
      Self.store("Miles Davis"),
    ]
    #expect(RecordJob.takeBatch(from: &jobs).count == 2)
    #expect(RecordJob.takeBatch(from: &jobs).count == 1)
    #expect(RecordJob.takeBatch(from: &jobs).count == 1)
    #expect(jobs.isEmpty)
  }

  @Test("are moved aside with a note if their file is corrupt, and a new one is created")
  func corrupt() throws {
    let first = records()
    first.submit(try Self.store("Pink Floyd"))
    #expect(first.close(before: .after(.seconds(60))))
    try Data("no database at all, but long enough to be read as one".utf8)
      .write(to: URL(filePath: path))
    let second = records()
    #expect(names(second, "floyd") == [])
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
    second.submit(try Self.store("Pink Floyd"))
    #expect(names(second, "floyd") == ["Pink Floyd"])
  }

  @Test("survive damage of any part of the file")
  func damagedPages() throws {
    for page in 0..<12 {
      let first = records()
      for number in 0..<60 { first.submit(try Self.store("Artist Number \(number)")) }
      #expect(first.close(before: .after(.seconds(60))))
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: UInt64(page * 4096 + 100))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 3000))
      try file.close()
      let second = records()
      // The damage may be found by the search or by the addition, each of which ends.
      #expect(names(second, "artist") != nil)
      second.submit(try Self.store("Pink Floyd"))
      second.submit(try Self.store("Pink Floyd"))
      #expect(names(second, "floyd") != nil)
      #expect(second.close(before: .after(.seconds(60))))
      for suffix in ["", ".damaged", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
  }

  @Test("are moved aside if their file becomes corrupt while in use")
  func damagedInUse() throws {
    let first = records()
    for number in 0..<50 { first.submit(try Self.picture(number, 20_000)) }
    #expect(first.close(before: .after(.seconds(60))))
    let records = records()
    records.waitUntilIdle()
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 400_000))
    for number in 0..<50 { _ = try hasPicture(number, records) }
    records.submit(try Self.store("Nina"))
    records.submit(try Self.store("Nina"))
    #expect(names(records, "nina") == ["Nina"])
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
  }

  @Test("are lost if the disk is full, which the status says; what fits is stored")
  func full() throws {
    let records = records { $0.pagesOfDisk = 100 }
    records.submit(try Self.store("Nina"))
    records.submit(try Self.picture(1, 1_000_000))
    #expect(names(records, "nina") == ["Nina"])
    #expect(try !hasPicture(1, records))
    guard case .status(let status)? = report(.status, records) else {
      Issue.record("no status")
      return
    }
    #expect(status.entries == 1)
    #expect(status.problem?.contains("full") == true, "\(status)")
    records.submit(try Self.store("Miles"))
    #expect(names(records, "miles") == ["Miles"])
    guard case .status(let healed)? = report(.status, records) else {
      Issue.record("no status")
      return
    }
    #expect(healed.problem == nil)
  }

  @Test("fail no call if their file cannot be opened")
  func unusable() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let records = records()
    records.submit(try Self.store("Nina"))
    #expect(names(records, "nina") == [])
    guard case .failed? = report(.clear, records) else {
      Issue.record("no failure")
      return
    }
  }

  @Test("do not wait for a hanging disk beyond the deadline")
  func hanging() throws {
    let records = records()
    records.waitUntilIdle()
    var isClosed = true
    records.whileBusy { isClosed = records.close(before: .after(.milliseconds(20))) }
    #expect(!isClosed)
    #expect(records.close(before: .after(.seconds(60))))
  }

  @Test("complete every lookup, also those for which there is no room in the queue")
  func bounded() throws {
    let lookups = DiskQueue(RecordReader(at: path), "test", onEvents: {})
    let query = try TestReply.query(text: "nina")
    let maxJobs = DiskQueueLimits().maxJobs
    lookups.whileBusy {
      for operation in 0..<3 * maxJobs { lookups.submit(.reply(query, operation: operation)) }
      #expect(
        lookups.drainEvents().count { if case .hub = $0 { true } else { false } } == 2 * maxJobs
      )
    }
    lookups.waitUntilIdle()
    #expect(lookups.drainEvents().count { if case .hub = $0 { true } else { false } } == maxJobs)
  }

  @Test("are looked up for calls before they are searched")
  func overtaking() throws {
    let search = LibraryQuery(.artistsSearch, .artist, .text("nina", and: []), maxRecords: 1)
    var jobs: [RecordLookup] = [
      .records(search, operation: 1), .reply(try TestReply.query(text: "nina"), operation: 2),
    ]
    guard case .reply(_, _, 2)? = RecordLookup.takeBatch(from: &jobs).first,
      case .records(_, 1)? = RecordLookup.takeBatch(from: &jobs).first
    else {
      Issue.record("it waits")
      return
    }
  }

  @Test("are searched while they are being changed")
  func whileChanging() throws {
    let records = records()
    records.submit(try Self.store("Pink Floyd"))
    #expect(names(records, "floyd") == ["Pink Floyd"])
    let query = LibraryQuery(.artistsSearch, .artist, .text("pink", and: []), maxRecords: 10)
    let searcher = RecordSearcher(at: path)
    let store = try RecordStore(at: path)
    try store.tables.database.transaction { () throws(DatabaseError) in
      try store.tables.run("DELETE FROM record")
      records.whileBusy { #expect(searcher.names(query) == ["Pink Floyd"]) }
    }
  }

  @Test("are searched in the new file after a corrupt one was moved aside")
  func replacedFile() throws {
    let records = records()
    records.submit(try Self.store("Pink Floyd"))
    records.waitUntilIdle()
    let searcher = RecordSearcher(at: path)
    let query = LibraryQuery(.artistsSearch, .artist, .text("p", and: []), maxRecords: 10)
    #expect(searcher.names(query) == ["Pink Floyd"])
    _ = try moveDatabaseAside(path)
    records.submit(try Self.store("Portishead"))
    records.waitUntilIdle()
    #expect(searcher.names(query) == ["Portishead"])
  }

  @Test("that wait to be stored are found by a lookup of their reply")
  func waitingReply() throws {
    var limits = DiskQueueLimits()
    limits.delayMs = 3_600_000
    let records = DiskQueue(RecordFile(at: path), "test", limits: limits, onEvents: {})
    records.open()
    let job = try Self.store("Pink Floyd", to: "pink")
    records.submit(job)
    records.submit(
      .note(.init(method: "artists.search", text: "pink", atMs: 1, total: 1))
    )
    let query = try TestReply.query(text: "pink")
    #expect(records.contains { $0.isReply(to: query) })
    let other = try TestReply.query(text: "other")
    #expect(!records.contains { $0.isReply(to: other) })
    records.submit(.lookUp(.reply(query, operation: 7)))
    records.waitUntilIdle()
    let names = records.drainEvents().compactMap { event -> [String]? in
      guard case .hub(.lookupCompleted(operation: 7, let reply)) = event else { return nil }
      return reply?.records.map(\.entity.displayName)
    }
    #expect(names == [["Pink Floyd"]])
    #expect(!records.contains { $0.isReply(to: query) })
  }

  @Test("list a limited number of recent searches, each once")
  func searches() throws {
    let records = records { $0.maxSearches = 3 }
    for (number, text) in ["a", "b", "c", "a", "d"].enumerated() {
      records.submit(
        .note(.init(method: "artists.search", text: text, atMs: number, total: number))
      )
    }
    guard case .recent(let searches)? = report(.recent(limit: 10), records) else {
      Issue.record("no searches")
      return
    }
    #expect(searches.map(\.text) == ["d", "a", "c"])
  }

  // MARK: Indexing again

  private func fill(_ file: inout RecordFile, count: Int = 40) throws {
    for number in 0..<count { _ = file.run([try Self.store("Artist Number \(number)")]) }
  }

  private func file(step: Int) -> RecordFile {
    var limits = RecordLimits()
    limits.step = step
    var file = RecordFile(at: path, limits: limits)
    _ = file.open()
    return file
  }

  @Test(
    "are indexed again step by step, with additions in between, and reported once to all who wait"
  )
  func rebuild() throws {
    var file = file(step: 10)
    try fill(&file)
    var jobs = [1, 2].map { RecordJob.perform(.library(.rebuild), operation: $0) }
    var (steps, reported) = (0, [Int]())
    while !jobs.isEmpty {
      for case .hub(.cacheActionCompleted(let operation, .library(let status))) in file.run([
        jobs.removeFirst()
      ]) {
        #expect(status.artists == 41)
        reported.append(operation)
      }
      jobs += file.takeUnfinished()
      steps += 1
      if steps == 1 { _ = file.run([try Self.store("Artist Between")]) }
    }
    #expect(reported.sorted() == [1, 2])
    #expect((6...7).contains(steps), "\(steps)")
    let searcher = RecordSearcher(at: path)
    for text in ["number 0", "number 39", "between"] {
      let query = LibraryQuery(.artistsSearch, .artist, .text(text, and: []), maxRecords: 50)
      #expect(searcher.names(query)?.count == 1, "\(text)")
    }
  }

  @Test("are not indexed any further after they were removed")
  func emptiedMeanwhile() throws {
    var file = file(step: 10)
    try fill(&file)
    #expect(file.run([.perform(.library(.rebuild), operation: 1)]).isEmpty)
    _ = file.run([.perform(.library(.clear), operation: 2)])
    for case .hub(.cacheActionCompleted(1, .library(let status))) in file.run(
      file.takeUnfinished()
    ) {
      #expect([status.artists, status.albums, status.songs].allSatisfy { $0 == 0 })
    }
    #expect(file.takeUnfinished().isEmpty)
  }

  @Test("end to be indexed when the hub stops, which fails the command")
  func stopped() throws {
    let records = records()
    records.submit(try Self.store("Nina"))
    records.waitUntilIdle()
    records.whileBusy {
      records.submit(.perform(.library(.rebuild), operation: 3))
      records.beginClosing()
    }
    #expect(records.close(before: .after(.seconds(60))))
    let reports = records.drainEvents().compactMap { event in
      if case .hub(.cacheActionCompleted(3, let report)) = event { report } else { nil }
    }
    guard case .failed? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
  }
}
