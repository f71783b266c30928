import BusProtocol
import EntityResolution
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

@Suite("Searching stored records")
struct RecordSearchTests {
  private let directory: TestDirectory
  private static let nowMs = 1_800_000_000_000

  init() throws { directory = try TestDirectory() }

  private func store(_ limits: RecordLimits = RecordLimits()) throws -> RecordStore {
    try RecordStore(at: "\(directory.path)/records.sqlite", limits: limits)
  }

  private func add(
    _ names: String...,
    to store: RecordStore,
    method: Method = .artistsSearch,
    seenMs: Int = nowMs
  ) throws {
    for name in names { try store.add([TestReply.artist(name)], method, seenMs: seenMs) }
  }

  private func names(_ text: String, in store: RecordStore, nowMs: Int = nowMs) throws -> [String] {
    let query = LibraryQuery(.artistsSearch, .artist, .text(text, and: []), maxRecords: 50)
    return try store.search(query, nowMs: nowMs).map(\.record.entity.displayName)
  }

  @Test(
    "finds a name by any of its words, in any order, and by their beginnings",
    arguments: [
      "pink floyd", "floyd pink", "Floyd", "pin", "flo pi", "PINK", "pinkfl", "the pink floyd",
      "pink & floyd",
    ]
  )
  func words(_ text: String) throws {
    let store = try store()
    try add("Pink Floyd", "Nina Simone", to: store)
    #expect(try names(text, in: store) == ["Pink Floyd"])
  }

  @Test(
    "ignores accents, case, punctuation, \"the\" and \"&\"",
    arguments: [
      ("bjork", "Björk"), ("beyonce", "Beyoncé"), ("acdc", "AC/DC"), ("ac dc", "AC/DC"),
      ("simon and garfunkel", "Simon & Garfunkel"), ("garfunkel & simon", "Simon & Garfunkel"),
      ("beatles", "The Beatles"), ("the beatles", "The Beatles"), ("motorhead", "Motörhead"),
      ("rem", "R.E.M."), ("!!!", "!!!"), ("sigur ros", "Sigur Rós"), ("ßtrauss", "SStrauss"),
    ]
  )
  func folding(_ text: String, _ name: String) throws {
    let store = try store()
    try add(name, "Someone Else", to: store)
    #expect(try names(text, in: store) == [name])
  }

  @Test(
    "finds two characters anywhere in Japanese and Chinese names",
    arguments: [
      ("椎名", "椎名林檎"), ("林檎", "椎名林檎"), ("名林", "椎名林檎"), ("檎", "椎名林檎"), ("椎名林檎", "椎名林檎"),
      ("多田", "宇多田ヒカル"), ("ヒカ", "宇多田ヒカル"), ("カル", "宇多田ヒカル"), ("杰伦", "周杰伦"), ("がる", "ながるるがる"),
    ]
  )
  func denseScripts(_ text: String, _ name: String) throws {
    let store = try store()
    try add(name, "東京事変", "Perfume", to: store)
    #expect(try names(text, in: store) == [name])
  }

  @Test(
    "finds longer words with one typo",
    arguments: [
      "radiohaed", "radiohad", "radioheead", "radiohexd", "radiohea", "rdiohead", "tadiohead",
      "ardiohead", "radoihead",
    ]
  )
  func typos(_ text: String) throws {
    let store = try store()
    try add("Radiohead", "Portishead", "Radio Ahead", to: store)
    #expect(try names(text, in: store).contains("Radiohead"))
  }

  @Test(
    "finds names in scripts without spaces with one typo",
    arguments: [
      ("東京時変", "東京事変"), ("宇多田ヒカレ", "宇多田ヒカル"), ("บอดี้สแลบ", "บอดี้สแลม"),
    ]
  )
  func typosInDenseScripts(_ text: String, _ name: String) throws {
    let store = try store()
    try add(name, "東京スカパラダイスオーケストラ", "คาราบาว", "Radiohead", to: store)
    #expect(try names(text, in: store).contains(name))
  }

  @Test("finds two Thai characters anywhere in a name")
  func thai() throws {
    let store = try store()
    try add("วงคาราบาว", "บอดี้สแลม", to: store)
    #expect(try names("ราบา", in: store) == ["วงคาราบาว"])
  }

  @Test("has the very name first, then opened records, then names that begin with the text")
  func order() throws {
    let store = try store()
    try add("The Prince Family", "Princess Nokia", "Prince", "Young Prince", to: store)
    try add("Bonnie Prince Billy", to: store, method: .artistGet)
    let found = try names("prince", in: store)
    #expect(found.prefix(2) == ["Prince", "Bonnie Prince Billy"])
    #expect(found.dropFirst(2).first == "Princess Nokia")
    #expect(Set(found).count == 5)
  }

  @Test("has the albums of an artist in their order, and one album by any id")
  func lists() throws {
    let store = try store()
    let artist = try #require(EntityID("a:artist:1"))
    let albums = try (1...3).map { number in
      let id = try #require(EntityID("a:album:\(number)"))
      var album = Album(id: id, title: "Album \(number)", artist: .init(id: artist, name: "One"))
      album.ids.append(try #require(EntityID("mbid:release-group:\(number)")))
      return Entity.album(album)
    }
    try store.add(albums, .artistAlbums, id: artist, seenMs: Self.nowMs)
    let list = LibraryQuery(.artistAlbums, .album, .list([artist]), maxRecords: 10)
    #expect(try store.search(list, nowMs: Self.nowMs).map(\.record.entity) == albums)
    let songs = LibraryQuery(.artistSongs, .song, .list([artist]), maxRecords: 10)
    #expect(try store.search(songs, nowMs: Self.nowMs).isEmpty)
    let other = try #require(EntityID("mbid:release-group:2"))
    let one = LibraryQuery(.albumGet, .album, .ids([other]), maxRecords: 10)
    #expect(try store.search(one, nowMs: Self.nowMs).map(\.record.entity) == [albums[1]])
    let byArtist = LibraryQuery(.albumsSearch, .album, .text("one 2", and: []), maxRecords: 10)
    #expect(try store.search(byArtist, nowMs: Self.nowMs).map(\.record.entity) == [albums[1]])
  }

  @Test("replaces a record by what its source says now, and a list takes nothing away")
  func replacing() throws {
    let store = try store()
    let id = try #require(EntityID("a:artist:1"))
    var full = Artist(id: id, name: "Cat Stevens")
    full.biography = "A long story."
    try store.add([.artist(full)], .artistGet, seenMs: Self.nowMs)
    let brief = Entity.artist(Artist(id: id, name: "Cat Stevens"))
    let laterMs = Self.nowMs + store.limits.seenStepMs
    try store.add([brief], .artistsSearch, seenMs: laterMs)
    let query = LibraryQuery(.artistsSearch, .artist, .text("cat", and: []), maxRecords: 10)
    let found = try store.search(query, nowMs: Self.nowMs)
    #expect(found.map(\.record.entity) == [.artist(full)])
    #expect(found.map(\.record.fetchedMs) == [laterMs])
    let renamed = Entity.artist(Artist(id: id, name: "Yusuf"))
    try store.add([renamed], .artistsSearch, seenMs: laterMs)
    #expect(try names("cat", in: store).isEmpty)
    #expect(try names("yusuf", in: store) == ["Yusuf"])
  }

  @Test(
    "notes the time of a record that a source sends unchanged, and prefers it once its artist is liked"
  )
  func unchanged() throws {
    let store = try store()
    let artist = try #require(EntityID("a:artist:1"))
    let albums = try (1...2).map { number in
      let id = try #require(EntityID("a:album:\(number)"))
      return Entity.album(
        Album(id: id, title: "Gold", artist: .init(id: number == 1 ? artist : nil, name: "One"))
      )
    }
    let query = LibraryQuery(.albumsSearch, .album, .text("gol", and: []), maxRecords: 10)
    try store.add(albums, .albumsSearch, seenMs: Self.nowMs)
    #expect(try store.search(query, nowMs: Self.nowMs).map(\.record.entity) == albums.reversed())
    try store.retain([artist], because: .favorite)
    let laterMs = Self.nowMs + store.limits.seenStepMs
    try store.add(albums, .albumsSearch, seenMs: laterMs)
    let found = try store.search(query, nowMs: Self.nowMs)
    #expect(found.map(\.record.entity) == albums)
    #expect(found.map(\.record.fetchedMs) == [laterMs, laterMs])
  }

  @Test("notes the time of a record that is sent again and again once an hour")
  func sentAgain() throws {
    let store = try store()
    let stepMs = store.limits.seenStepMs
    try add("Gold", to: store)
    let query = LibraryQuery(.artistsSearch, .artist, .text("gold", and: []), maxRecords: 10)
    var seenMs: [Int] = []
    for laterMs in [1, stepMs, stepMs + 1] {
      try add("Gold", to: store, seenMs: Self.nowMs + laterMs)
      seenMs += try store.search(query, nowMs: Self.nowMs).map {
        try #require($0.record.fetchedMs) - Self.nowMs
      }
    }
    #expect(seenMs == [0, stepMs, stepMs])
  }

  @Test("stores a record again that was removed since it was sent last")
  func removedMeanwhile() throws {
    let store = try store()
    try add("Gold", to: store)
    try store.clearRecords()
    try add("Gold", to: store)
    #expect(try names("gold", in: store) == ["Gold"])
  }

  @Test("removes records that no source sent for 180 days")
  func expiry() throws {
    let store = try store()
    let day = 86_400_000
    try add("Old", to: store, seenMs: Self.nowMs - 182 * day)
    try add("New", to: store, seenMs: Self.nowMs - 100 * day)
    #expect(try names("old", in: store).isEmpty)
    while try store.removeExpired(nowMs: Self.nowMs) {}
    #expect(try names("old", in: store, nowMs: Self.nowMs - 182 * day).isEmpty)
    #expect(try names("new", in: store) == ["New"])
  }

  @Test("corrects a typo that was the name of a removed record")
  func removedWord() throws {
    let store = try store()
    let day = 86_400_000
    try add("Radiohaed", to: store, seenMs: Self.nowMs - 200 * day)
    try add("Radiohead", to: store)
    while try store.removeExpired(nowMs: Self.nowMs) {}
    #expect(try names("radiohaed", in: store) == ["Radiohead"])
    #expect(try store.tables.integers("SELECT COUNT(*) FROM word") == [1])
  }

  @Test("shows a record once that a source sent for two countries")
  func markets() throws {
    let store = try store()
    let gold = try TestReply.artist("Gold")
    for country in ["us", "de"] {
      try store.add(
        TestReply.reply([gold], fetchedMs: Self.nowMs),
        to: TestReply.query(text: "gold", country: country)
      )
    }
    #expect(try store.counts() == [2, 0, 0])
    #expect(try names("gold", in: store) == ["Gold"])
  }

  @Test("gives a record that has no country, as version 0.3 took it over, that of the next reply")
  func unknownMarket() throws {
    let store = try store()
    try add("Silver", to: store)
    try store.tables.run("UPDATE record SET market = ''")
    try store.add(
      TestReply.reply([TestReply.artist("Silver")], fetchedMs: Self.nowMs + 1),
      to: TestReply.query(text: "silver", country: "fr")
    )
    #expect(try store.counts() == [1, 0, 0])
    #expect(try names("silver", in: store) == ["Silver"])
    #expect(try store.tables.integers("SELECT COUNT(*) FROM record WHERE market = 'fr/'") == [1])
  }
}
