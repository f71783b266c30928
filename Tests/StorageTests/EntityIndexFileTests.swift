import BusProtocol
import Foundation
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Entity index on disk", .timeLimit(.minutes(10)))
struct EntityIndexFileTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/data/identities.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func entity(_ number: Int, ageDays: Int = 0) throws -> StoredEntity {
    let fetchedMs = UnixClock.nowMs - ageDays * 86_400_000
    let text = """
      {"ids": ["a:artist:\(number)"], "name": "Nina \(number)", "whole": ["a"], "records": [
        {"provider": "a", "fetchedMs": \(fetchedMs),
         "entity": {"kind": "artist", "id": "a:artist:\(number)", "name": "Nina \(number)"}}]}
      """
    return try JSONCodec.decode(StoredEntity.self, from: Array(text.utf8))
  }

  private func link(_ number: Int, untilMs: Int?) throws -> LinkNote {
    let until = untilMs.map { ", \"untilMs\": \($0)" } ?? ", \"native\": \"b:artist:1\""
    let text = "{\"id\": \"a:artist:\(number)\", \"provider\": \"b\"\(until)}"
    return try JSONCodec.decode(LinkNote.self, from: Array(text.utf8))
  }

  private func changes(
    _ entities: [StoredEntity],
    links: [LinkNote] = []
  ) -> EntityIndexBatch {
    var changes = EntityIndexChanges()
    changes.entities = entities
    changes.links = links
    return EntityIndexBatch(changes)
  }

  private func contents(
    _ events: [StorageEvent]
  ) -> (entities: [StoredEntity], links: [LinkNote])? {
    for case .hub(.entityIndexLoaded(let entities, let links)) in events {
      return (entities, links)
    }
    return nil
  }

  /// What the next hub finds.
  private func reopened() -> (entities: [StoredEntity], links: [LinkNote])? {
    var file = EntityIndexFile(at: path)
    return contents(file.open())
  }

  @Test("persists when it is reopened")
  func reopening() throws {
    let (one, two) = (try entity(1), try entity(2))
    var file = EntityIndexFile(at: path)
    #expect(contents(file.open())?.entities == [])
    #expect(file.run([changes([one]), changes([two])]).isEmpty)
    file.close()
    #expect(reopened()?.entities == [one, two])
  }

  @Test("retains changes that could not be written, and writes them later")
  func retained() throws {
    let database = "\(directory.path)/data"
    // A file in the place of the directory.
    try Data().write(to: URL(filePath: database))
    var file = EntityIndexFile(at: path)
    #expect(contents(file.open())?.entities == [])
    let one = try entity(1)
    _ = file.run([changes([one])])
    #expect(file.needsRetry)
    try FileManager.default.removeItem(atPath: database)
    let two = try entity(2)
    _ = file.run([changes([two])])
    #expect(!file.needsRetry)
    file.close()
    #expect(reopened()?.entities == [one, two])
  }

  @Test("is moved aside if a part of it is corrupt, and a new one is created")
  func corruptPages() throws {
    var file = EntityIndexFile(at: path)
    _ = file.open()
    _ = file.run([changes(try (1...500).map { try entity($0) })])
    file.close()
    try FileManager.default.overwritePagesAfterFirst(of: path)
    let events = file.open()
    #expect(contents(events)?.entities == [])
    #expect(events.contains { if case .log(.warning, _) = $0 { true } else { false } })
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    let one = try entity(1)
    #expect(file.run([changes([one])]).isEmpty)
    file.close()
    #expect(reopened()?.entities == [one])
  }

  @Test("deletes expired entities and links")
  func expired() throws {
    let current = try entity(1, ageDays: 179)
    let link = try link(1, untilMs: UnixClock.nowMs + 60_000)
    let native = try self.link(3, untilMs: nil)
    var file = EntityIndexFile(at: path)
    _ = file.open()
    _ = file.run([
      changes(
        [current, try entity(2, ageDays: 181)],
        links: [link, try self.link(2, untilMs: UnixClock.nowMs - 1), native]
      )
    ])
    file.close()
    #expect(reopened()?.entities == [current])
    #expect(reopened()?.links == [link, native])
    let store = try EntityIndexStore(at: path)
    #expect(try store.rows(of: "entity").map(\.name) == ["a:artist:1"])
    #expect(try store.rows(of: "link").map(\.name) == ["b a:artist:1", "b a:artist:3"])
  }

  @Test("merges pending changes, so that only the last one of each entity is written")
  func merged() throws {
    var batch = changes([try entity(1), try entity(2)])
    var removal = EntityIndexChanges()
    removal.gone = [try #require(EntityID("a:artist:1"))]
    let isMerged = batch.merge(EntityIndexBatch(removal))
    #expect(isMerged)
    #expect(try batch.rows().map { $0.contents == nil } == [true, false])
    #expect(batch.bytes == 1024)
  }
}
