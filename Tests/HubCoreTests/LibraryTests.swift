import BusProtocol
import EntityResolution
import HubCore
import MusicModel
import Testing

@Suite("The library in a call")
struct LibraryTests {
  let hub = HubDriver {
    $0.hasLibrary = true
    $0.hasProviderCache = true
  }
  let a: ModelProvider
  let client: ModelClient
  private static let wallMs = 1_700_000_000_000

  init() {
    hub.handle(.clockSet(unixMs: Self.wallMs))
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistAlbums, .artistGet, .chartGet])
    client = hub.connectClient()
  }

  private func search(
    _ cache: CallParameters.CacheMode? = nil,
    stream: Bool? = nil
  ) -> String {
    client.call(.artistsSearch) {
      $0.text = "pink"
      $0.cache = cache
      $0.stream = stream
    }
  }

  private func found(_ records: Entity..., minutesAgo: Int = 60) throws {
    let query = try #require(hub.libraryQueries.last)
    let seenMs = Self.wallMs - minutesAgo * 60_000
    let provider = try #require(ProviderID(rawValue: "a"))
    let records = records.map {
      LibraryRecord(SourceRecord(provider: provider, entity: $0, fetchedMs: seenMs))
    }
    hub.handle(.librarySearched(operation: query.operation, records))
  }

  @Test("is the source of an offline call, and states its age")
  func offline() throws {
    let call = search(.only)
    #expect(client.reply(to: call) == nil)
    #expect(hub.libraryQueries.last?.query.subject == .text("pink", and: []))
    try found(artist("a:artist:1", name: "Pink Floyd"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Pink Floyd"])
    #expect(reply.outcomes == "a: skipped, library: stale")
    #expect(reply.sources.last?.ageMs == 3_600_000)
    #expect(reply.sources.last?.count == 1)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("has nothing explicit for a client that does not want it", arguments: [nil, true, false])
  func explicit(_ isWanted: Bool?) throws {
    _ = hub.connectProvider("b", serving: [.albumsSearch])
    let call = client.call(.albumsSearch) {
      $0.text = "pink"
      $0.cache = .only
      $0.explicit = isWanted
    }
    let albums = [nil, true, false].enumerated().map { number, isExplicit in
      var album = Album(id: EntityID("a:album:\(number)")!, title: "Pink \(number)")
      album.explicit = isExplicit
      return Entity.album(album)
    }
    try found(albums[0], albums[1], albums[2])
    let names = try #require(client.reply(to: call)).names
    #expect(names == (isWanted == false ? ["Pink 0", "Pink 2"] : ["Pink 0", "Pink 1", "Pink 2"]))
  }

  @Test("is searched after earlier changes only if no source replies to the call")
  func order() {
    _ = search(.only)
    #expect(hub.libraryQueries.last?.query.awaitsChanges == true)
    _ = search(stream: true)
    #expect(hub.libraryQueries.last?.query.awaitsChanges == false)
  }

  @Test("does not hide that nothing is cached if it has no records either")
  func nothingFound() throws {
    let call = search(.only)
    try found()
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "a: failed")
    #expect(reply.sources.first?.error?.code == .notCached)
  }

  @Test("does not delay an offline call for ever")
  func timeout() throws {
    let call = search(.only)
    hub.advance(2_000)
    #expect(client.reply(to: call)?.sources.first?.error?.code == .notCached)
  }

  @Test("gives a client that streams its first part, which the sources replace")
  func firstPart() throws {
    let call = search(stream: true)
    try found(artist("a:artist:1", name: "Pink Floyd"), artist("a:artist:2", name: "P!nk"))
    let first = client.takeMessages(of: call)
    let part = try #require(first.first).decodeBody(Part.self)
    #expect(part.upsert?.elements.count == 2)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Pink Floyd (band)"))
    let reply = try #require(CallReply(first + client.takeMessages(of: call)))
    #expect(reply.names == ["Pink Floyd (band)"])
    #expect(reply.outcomes == "a: ok")
  }

  @Test("stands in for a source that fails after a client has its first part")
  func fallback() throws {
    let call = search(stream: true)
    try found(artist("a:artist:1", name: "Pink Floyd"))
    let first = client.takeMessages(of: call)
    a.fail(a.takeCall(), .upstreamUnavailable)
    let reply = try #require(CallReply(first + client.takeMessages(of: call)))
    #expect(reply.names == ["Pink Floyd"])
    #expect(reply.outcomes == "a: failed, library: stale")
  }

  @Test("never delays a call to sources")
  func noDelay() throws {
    let call = search(stream: true)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Pink Floyd"))
    #expect(client.reply(to: call)?.names == ["Pink Floyd"])
    try found(artist("a:artist:2", name: "P!nk"))
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test("finds an entity and its lists under every id, and leaves out removed providers")
  func entity() throws {
    let list = client.call(.artistAlbums) {
      $0.id = id("a:artist:1")
      $0.cache = .only
    }
    #expect(hub.libraryQueries.last?.query.subject == .list([id("a:artist:1")]))
    let query = try #require(hub.libraryQueries.last)
    let gone = try #require(ProviderID(rawValue: "gone"))
    let other = SourceRecord(
      provider: gone,
      entity: album("gone:album:1", title: "Gone"),
      fetchedMs: Self.wallMs
    )
    let known = SourceRecord(
      provider: try #require(ProviderID(rawValue: "a")),
      entity: album("a:album:1", title: "Animals"),
      fetchedMs: Self.wallMs
    )
    let records = [other, known].map { LibraryRecord($0) }
    hub.handle(.librarySearched(operation: query.operation, records))
    #expect(client.reply(to: list)?.names == ["Animals"])
    let one = client.call(.artistGet) {
      $0.id = id("a:artist:1")
      $0.cache = .only
    }
    try found(artist("a:artist:1", name: "Pink Floyd"))
    #expect(client.reply(to: one)?.names == ["Pink Floyd"])
  }
}
