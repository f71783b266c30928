import BusProtocol
import EntityResolution
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Listed records")
struct ListedRecordsTests {
  private let store: RecordStore
  private let directory: TestDirectory
  private let id: EntityID

  init() throws {
    directory = try TestDirectory()
    store = try RecordStore(at: "\(directory.path)/records.sqlite")
    id = try #require(EntityID("a:artist:Nina"))
    let list = try TestReply.query(text: "nina", country: "us")
    try store.add(TestReply.reply([TestReply.artist("Nina")], fetchedMs: 1_000), to: list)
  }

  private func names(
    _ query: ProviderQuery,
    freshMs: Int? = 500,
    nowMs: Int = 1_400
  ) throws -> [String] {
    try store.reply(to: query, listedFreshMs: freshMs, nowMs: nowMs)?.records.map { record in
      if case .artist(let artist) = record.entity { artist.name } else { "no artist" }
    }
      ?? []
  }

  @Test("reply to a call for one of them, as long as they are fresh")
  func found() throws {
    let query = try TestReply.query(.artistGet, id: id, country: "us")
    let reply = try #require(try store.reply(to: query, listedFreshMs: 500, nowMs: 1_400))
    #expect(reply.records.map(\.entity) == [try TestReply.artist("Nina")])
    #expect(reply.repliedMs == 1_000 && reply.freshMs == 500)
    #expect(try names(query, nowMs: 1_500) == [])
    #expect(try names(query, freshMs: nil) == [])
  }

  @Test("reply to no call for another kind, country or provider")
  func others() throws {
    #expect(try names(TestReply.query(.albumGet, id: id, country: "us")) == [])
    #expect(try names(TestReply.query(.artistGet, id: id, country: "de")) == [])
    #expect(try names(TestReply.query(.artistGet, id: id, country: "us", provider: "other")) == [])
  }

  @Test("do not make a reply last longer that lacks a part")
  func partial() throws {
    let query = try TestReply.query(.artistGet, id: id, country: "us")
    let nina = try TestReply.artist("Nina")
    try store.add(TestReply.reply([nina], fetchedMs: 1_200, freshMs: 50), to: query)
    let reply = try #require(try store.reply(to: query, listedFreshMs: 5_000, nowMs: 1_300))
    #expect(reply.repliedMs == 1_200 && !reply.isFresh(at: 1_300))
  }

  @Test("replace a reply only if that is stale, and they are not")
  func stale() throws {
    let query = try TestReply.query(.artistGet, id: id, country: "us")
    let old = try TestReply.artist("Old")
    try store.add(TestReply.reply([old], fetchedMs: 900, freshMs: 300), to: query)
    #expect(try names(query, nowMs: 1_100) == ["Old"])
    #expect(try names(query, nowMs: 1_300) == ["Nina"])
    #expect(try names(query, nowMs: 1_600) == ["Old"])
  }
}
