import BusProtocol
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("The library of a hub, rebuilt", .timeLimit(.minutes(10)))
struct LibraryRebuildTests {
  let directory: TestDirectory
  private var replies: String { "\(directory.path)/replies.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func query(
    _ method: Method,
    _ change: (inout CallParameters) -> Void
  ) throws -> ProviderQuery {
    var parameters = CallParameters()
    change(&parameters)
    let provider = try #require(ProviderID(rawValue: "a"))
    return ProviderQuery(provider: provider, method: method, parameters: parameters)
  }

  private func save(_ records: [Entity], _ query: ProviderQuery, in store: ReplyStore) throws {
    let reply = CachedReply(
      repliedMs: UnixClock.nowMs,
      freshMs: 10,
      records: records.map { CachedReply.Record($0, fetchedMs: UnixClock.nowMs) },
      skipped: 0
    )
    try store.save(CachedReplyCodec.encode(reply, query), for: CachedReplyCodec.key(query))
  }

  /// Fills the cache with 40 searches and the albums of an artist.
  private func fill() throws {
    let store = try ReplyStore(at: replies)
    for number in 0..<40 {
      let id = try #require(EntityID("a:artist:\(number)"))
      let artist = Entity.artist(Artist(id: id, name: "Artist Number \(number)"))
      try save([artist], query(.searchArtists) { $0.text = "\(number)" }, in: store)
    }
    let artist = try #require(EntityID("a:artist:7"))
    let albums = try ["Second", "First"].map { title in
      let credit = ArtistReference(id: artist, name: "Artist Number 7")
      return Entity.album(
        Album(id: try #require(EntityID("a:album:\(title)")), title: title, artist: credit)
      )
    }
    try save(albums, query(.artistAlbums) { $0.id = artist }, in: store)
  }

  private func library(
    replies: String,
    storeReplies: @escaping @Sendable () -> Bool = { true }
  ) -> DiskQueue<LibraryFile> {
    let file = LibraryFile(
      at: "\(directory.path)/library.sqlite",
      replies: replies,
      storeReplies: storeReplies
    )
    let library = DiskQueue(file, "test", onEvents: {})
    library.open()
    return library
  }

  private func perform(_ command: LibraryCommand, _ library: DiskQueue<LibraryFile>) -> CacheReport?
  {
    library.submit(.perform(command, operation: 3))
    library.waitUntilIdle()
    for case .hub(.cacheActionCompleted(3, let report)) in library.drainEvents() { return report }
    return nil
  }

  private func names(_ query: LibraryQuery, _ library: DiskQueue<LibraryFile>) -> [String]? {
    library.waitUntilIdle()
    return LibrarySearcher(at: "\(directory.path)/library.sqlite").names(query)
  }

  @Test("finds everything in the provider cache again, and nothing else")
  func rebuild() throws {
    try fill()
    let library = library(replies: replies)
    let id = try #require(EntityID("a:artist:lost"))
    let lost = Entity.artist(Artist(id: id, name: "Lost Artist"))
    let search = try query(.searchArtists) { $0.text = "lost" }
    library.submit(
      .add(try #require(LibraryEntry(search, records: [lost], seenMs: UnixClock.nowMs)))
    )
    guard case .library(let status)? = perform(.rebuild, library) else {
      Issue.record("no status")
      return
    }
    #expect([status.artists, status.albums, status.songs] == [40, 2, 0])
    #expect(status.problem == nil)
    for number in 0..<40 {
      let text = "\(number) arti"
      let query = LibraryQuery(.searchArtists, .artist, .text(text, and: []), maxRecords: 50)
      #expect(names(query, library)?.contains("Artist Number \(number)") == true)
    }
    let none = LibraryQuery(.searchArtists, .artist, .text("lost", and: []), maxRecords: 50)
    #expect(names(none, library) == [])
    let artist = try #require(EntityID("a:artist:7"))
    let albums = LibraryQuery(.artistAlbums, .album, .list([artist]), maxRecords: 50)
    #expect(names(albums, library) == ["Second", "First"])
  }

  /// A reply with an artist who is not in the cache.
  private func newReply() throws -> (reply: CachedReply, query: ProviderQuery, entry: LibraryEntry)
  {
    let id = try #require(EntityID("a:artist:new"))
    let artist = Entity.artist(Artist(id: id, name: "New Artist"))
    let search = try query(.searchArtists) { $0.text = "new" }
    let nowMs = UnixClock.nowMs
    let reply = CachedReply(
      repliedMs: nowMs,
      freshMs: 10,
      records: [CachedReply.Record(artist, fetchedMs: nowMs)],
      skipped: 0
    )
    return (reply, search, try #require(LibraryEntry(search, records: [artist], seenMs: nowMs)))
  }

  private var newArtist: LibraryQuery {
    LibraryQuery(.searchArtists, .artist, .text("new", and: []), maxRecords: 50)
  }

  @Test("finds replies that waited to be stored")
  func waiting() throws {
    try fill()
    var limits = DiskQueueLimits()
    limits.delayMs = 3_600_000
    let cache = DiskQueue(ProviderCacheFile(at: replies), "test", limits: limits, onEvents: {})
    cache.open()
    let library = library(replies: replies) { cache.flush(before: .after(.seconds(60))) }
    let new = try newReply()
    cache.submit(.store(new.reply, new.query))
    library.submit(.add(new.entry))
    guard case .library(let status)? = perform(.rebuild, library) else {
      Issue.record("no status")
      return
    }
    #expect(status.artists == 41)
    #expect(names(newArtist, library) == ["New Artist"])
  }

  @Test("remains as it is if the replies cannot be stored in time")
  func slowCache() throws {
    try fill()
    let library = library(replies: replies) { false }
    library.submit(.add(try newReply().entry))
    let reason = "The disk is slow; the library was not rebuilt."
    #expect(perform(.rebuild, library) == .failed(reason))
    #expect(names(newArtist, library) == ["New Artist"])
  }

  @Test("is rebuilt step by step, with additions in between, and reports that once")
  func steps() throws {
    try fill()
    var file = LibraryFile(at: "\(directory.path)/library.sqlite", replies: replies)
    _ = file.open()
    var jobs = [LibraryJob.perform(.rebuild, operation: 1)]
    var (steps, reports) = (0, 0)
    while let job = jobs.popLast() {
      for case .hub(.cacheActionCompleted(1, .library(let status))) in file.run([job]) {
        #expect([status.artists, status.albums] == [40, 2])
        reports += 1
      }
      jobs = file.takeUnfinished()
      steps += 1
    }
    #expect((steps, reports) == (5, 1))
  }

  @Test("reports one rebuild to all who requested it meanwhile")
  func twice() throws {
    try fill()
    var file = LibraryFile(at: "\(directory.path)/library.sqlite", replies: replies)
    _ = file.open()
    var jobs = [1, 2].map { LibraryJob.perform(.rebuild, operation: $0) }
    var (steps, reported) = (0, Set<Int>())
    while !jobs.isEmpty {
      for case .hub(.cacheActionCompleted(let operation, _)) in file.run([jobs.removeFirst()]) {
        reported.insert(operation)
      }
      jobs += file.takeUnfinished()
      steps += 1
    }
    #expect(reported == [1, 2])
    #expect(steps == 6)
  }

  @Test("does not continue to be rebuilt after it was emptied")
  func emptiedMeanwhile() throws {
    try fill()
    var file = LibraryFile(at: "\(directory.path)/library.sqlite", replies: replies)
    _ = file.open()
    #expect(file.run([.perform(.rebuild, operation: 1)]).isEmpty)
    _ = file.run([.perform(.clear, operation: 2)])
    for case .hub(.cacheActionCompleted(1, .library(let status))) in file.run(
      file.takeUnfinished()
    ) {
      #expect([status.artists, status.albums, status.songs] == [0, 0, 0])
    }
    #expect(file.takeUnfinished().isEmpty)
  }

  @Test("ends when the hub stops")
  func stopped() throws {
    try fill()
    let library = library(replies: replies)
    library.whileBusy {
      library.submit(.perform(.rebuild, operation: 3))
      library.beginClosing()
    }
    #expect(library.close(before: .after(.seconds(60))))
    let reports = library.drainEvents().compactMap { event in
      if case .hub(.cacheActionCompleted(3, let report)) = event { report } else { nil }
    }
    guard case .failed? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
  }

  @Test("is emptied by forgetting, and filled again by rebuilding")
  func emptied() throws {
    try fill()
    let library = library(replies: replies)
    #expect(perform(.rebuild, library) != nil)
    guard case .library(let empty)? = perform(.clear, library) else {
      Issue.record("no status")
      return
    }
    #expect([empty.artists, empty.albums, empty.songs] == [0, 0, 0])
    guard case .library(let full)? = perform(.rebuild, library) else {
      Issue.record("no status")
      return
    }
    #expect([full.artists, full.albums, full.songs] == [40, 2, 0])
  }
}
