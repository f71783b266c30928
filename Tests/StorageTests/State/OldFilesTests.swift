import BusProtocol
import Foundation
import HostKit
import HubCore
import MusicModel
import SQLite
import Synchronization
import TestKit
import Testing

@testable import Storage

/// `OldVersion` has parts of files that version 0.2 wrote.
@Suite("The files of an older version", .timeLimit(.minutes(10)))
struct OldFilesTests {
  let directory: TestDirectory
  private var data: String { "\(directory.path)/data" }
  private var cache: String { "\(directory.path)/cache" }

  init() throws { directory = try TestDirectory() }

  private func restore(_ name: String, in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let folders = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let sql = try String(
      contentsOf: folders.appending(path: "OldVersion/\(name).sql"),
      encoding: .utf8
    )
    try Database(at: "\(folder)/\(name).sqlite").run(sql)
  }

  /// The events of the first start with the old files, and the records as they are changed.
  private func open() -> (events: [StorageEvent], records: DiskQueue<RecordFile>) {
    let records = DiskQueue(RecordFile(at: "\(cache)/records.sqlite"), "test", onEvents: {})
    records.open()
    var file = StateFile(at: "\(data)/state.sqlite", records: "\(cache)/records.sqlite") {
      records.submit($0)
    }
    let events = file.open()
    records.waitUntilIdle()
    return (events, records)
  }

  @Test("are taken over once with entities, links, seen albums, pins and records, and removed")
  func takenOver() throws {
    for name in ["identities", "releases"] { try restore(name, in: data) }
    for name in ["answers", "library"] { try restore(name, in: cache) }
    for _ in 0..<2 {
      let (events, records) = open()
      for case .hub(.entityIndexLoaded(let entities, let links)) in events {
        #expect(entities.map(\.name).sorted() == ["Coldplay", "Pink Floyd", "Prospekt's March"])
        #expect(entities.allSatisfy { !$0.records.isEmpty })
        #expect(links.count == 4)
      }
      for case .hub(.releasesLoaded(let histories, _)) in events {
        #expect(histories.map(\.titles) == [["animals", "the wall"]])
      }
      try expectRecords()
      #expect(records.close(before: .after(.seconds(60))))
      #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["state.sqlite"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["records.sqlite"])
    }
  }

  private func expectRecords() throws {
    let store = try #require(try RecordStore(reading: "\(cache)/records.sqlite"))
    #expect(try store.pinCount() == 6)
    let query = LibraryQuery(.artistsSearch, .artist, .text("pink", and: []), maxRecords: 20)
    let found = try store.search(query, nowMs: UnixClock.nowMs)
    let wikipedia = try #require(found.first { $0.provider.rawValue == "wikipedia" })
    #expect(wikipedia.entity.displayName == "Pink Floyd")
    #expect(wikipedia.openedCount > 0)
    let albums = LibraryQuery(.albumsSearch, .album, .text("coldplay", and: []), maxRecords: 20)
    #expect(try !store.search(albums, nowMs: UnixClock.nowMs).isEmpty)
  }

  @Test("are taken over again if that was interrupted, without counting anything twice")
  func interrupted() throws {
    try restore("library", in: cache)
    for _ in 0..<2 {
      let (_, records) = open()
      let store = try RecordStore(at: "\(cache)/records.sqlite")
      #expect(try store.counts() == [3, 3, 0])
      #expect(records.close(before: .after(.seconds(60))))
      try restore("library", in: cache)
    }
  }

  @Test("that cannot be read are left, and the hub starts without them")
  func unreadable() throws {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try Data("no database".utf8).write(to: URL(filePath: "\(data)/identities.sqlite"))
    try restore("releases", in: data)
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    try Data("no database either, but long enough".utf8)
      .write(to: URL(filePath: "\(cache)/library.sqlite"))
    let (events, records) = open()
    let warnings = records.drainEvents().filter { event in
      if case .log(.warning, let text) = event { text.contains("library.sqlite") } else { false }
    }
    #expect(warnings.count == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(cache)/records.sqlite.damaged"))
    #expect(events.contains { if case .hub(.entityIndexLoaded) = $0 { true } else { false } })
    for case .hub(.releasesLoaded(let histories, _)) in events { #expect(histories.count == 1) }
    let left = try FileManager.default.contentsOfDirectory(atPath: data)
    #expect(left.contains("identities.sqlite") && !left.contains("releases.sqlite"), "\(left)")
  }
}
