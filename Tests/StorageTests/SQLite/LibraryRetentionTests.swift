import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("The retention of the library")
struct LibraryRetentionTests {
  private let directory: TestDirectory
  private let nowMs = 1_800_000_000_000
  private let dayMs = 86_400_000
  private var oldMs: Int { nowMs - 200 * dayMs }

  init() throws { directory = try TestDirectory() }

  private func store(_ limits: LibraryLimits = LibraryLimits()) throws -> LibraryStore {
    try LibraryStore(at: "\(directory.path)/library.sqlite", limits: limits)
  }

  private func id(_ text: String) throws -> EntityID { try #require(EntityID("a:\(text)")) }

  private func artist(_ number: Int) throws -> Entity {
    .artist(Artist(id: try id("artist:\(number)"), name: "Artist Number \(number)"))
  }

  private func add(_ records: [Entity], to store: LibraryStore, seenMs: Int) throws {
    var parameters = CallParameters()
    parameters.text = "anything"
    let provider = try #require(ProviderID(rawValue: "a"))
    let query = ProviderQuery(provider: provider, method: .searchArtists, parameters: parameters)
    try store.add(#require(LibraryEntry(query, records: records, seenMs: seenMs)))
  }

  private func names(
    _ text: String,
    in store: LibraryStore,
    _ method: Method = .searchArtists
  ) throws -> [String] {
    let kind: EntityKind = method == .searchArtists ? .artist : .album
    let query = LibraryQuery(method, kind, .text(text, and: []), maxRecords: 2000)
    return try store.search(query, nowMs: nowMs).map(\.entity.displayName)
  }

  @Test(
    "retains a favourite or pinned record, and the albums of its artist, while it is one",
    arguments: [LibraryStore.Reason.favorite, .pinned]
  )
  func reasons(_ reason: LibraryStore.Reason) throws {
    let store = try store()
    let credit = ArtistReference(id: try id("artist:1"), name: "Artist Number 1")
    let album = Entity.album(Album(id: try id("album:1"), title: "Old Album", artist: credit))
    try add([artist(1), artist(2), album], to: store, seenMs: oldMs)
    try store.retain([id("artist:1")], because: reason)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try names("number", in: store) == ["Artist Number 1"])
    #expect(try names("old", in: store, .searchAlbums) == ["Old Album"])
    #expect(try store.counts() == [1, 1, 0])
    try store.retain([], because: reason)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try store.counts() == [0, 0, 0])
  }

  @Test("retains a record that is both favourite and pinned until it is neither")
  func bothReasons() throws {
    let store = try store()
    try add([artist(1)], to: store, seenMs: oldMs)
    try store.retain([id("artist:1")], because: .favorite)
    try store.pin([id("artist:1")], isPinned: true)
    try store.retain([], because: .favorite)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try names("number", in: store) == ["Artist Number 1"])
    try store.pin([id("artist:1")], isPinned: false)
    #expect(try names("number", in: store).isEmpty)
  }

  @Test("retains the same records when the file is opened again, or emptied")
  func reopened() throws {
    let first = try store()
    try first.retain([id("artist:1")], because: .favorite)
    try first.clear()
    let second = try store()
    try add([artist(1), artist(2)], to: second, seenMs: oldMs)
    while try second.removeExpired(nowMs: nowMs) {}
    #expect(try names("number", in: second) == ["Artist Number 1"])
  }

  @Test("removes expired records although many older ones are retained")
  func behindRetained() throws {
    var limits = LibraryLimits()
    limits.removalStep = 10
    let store = try store(limits)
    try add((0..<50).map(artist), to: store, seenMs: oldMs)
    try add((50..<80).map(artist), to: store, seenMs: oldMs + dayMs)
    try store.retain((0..<50).map { try id("artist:\($0)") }, because: .favorite)
    while try store.removeExpired(nowMs: nowMs) {}
    #expect(try store.counts() == [50, 0, 0])
  }

  @Test("makes room although many of the oldest records are retained")
  func room() throws {
    var limits = LibraryLimits()
    limits.maxBytes = 1024 * 1024
    limits.removalStep = 10
    let store = try store(limits)
    try store.retain((0..<100).map { try id("artist:\($0)") }, because: .favorite)
    for start in stride(from: 0, to: 6000, by: 50) {
      try add((start..<start + 50).map(artist), to: store, seenMs: nowMs - 6000 + start)
    }
    let names = Set(try names("number", in: store))
    #expect(names.contains("Artist Number 5999"))
    #expect((0..<100).allSatisfy { names.contains("Artist Number \($0)") })
    let pages = try store.tables.database.integer("PRAGMA page_count")
    #expect(pages <= limits.maxPages + 64)
  }
}
