import BusProtocol
import EntityResolution
import MusicModel
import Testing

@testable import HubCore

@Suite("An album of several editions")
struct EditionsTests {
  let hub = HubDriver()
  let a: ModelProvider
  /// It knows product codes.
  let b: ModelProvider
  let client: ModelClient
  private static let code = "upc:album:902948094021"

  init() {
    a = hub.connectProvider("a", serving: [.albumsSearch, .albumSongs])
    b = hub.connectProvider(
      "b",
      serving: [.albumsSearch, .albumSongs],
      namespaces: ["upc:album"]
    )
    client = hub.connectClient()
  }

  private func plain(_ source: String) -> Entity {
    moon("\(source):album:2", title: "The Dark Side of the Moon") {
      ($0.trackCount, $0.releaseDate) = (10, PartialDate("1973-03-01"))
    }
  }

  private func deluxe(_ source: String, _ code: String...) -> Entity {
    moon("\(source):album:1", title: "The Dark Side of the Moon (Deluxe Edition)") {
      ($0.trackCount, $0.releaseDate) = (25, PartialDate("2011-09-26"))
      $0.ids += code.map { id($0) }
    }
  }

  private func moon(_ id: String, title: String, _ change: (inout Album) -> Void) -> Entity {
    album(id, title: title, by: ArtistReference(name: "Pink Floyd"), with: change)
  }

  private func search() -> Album? {
    let call = client.call(.albumsSearch) { $0.text = "dark side" }
    a.reply(to: a.takeCall(), deluxe("a", EditionsTests.code), plain("a"))
    b.reply(to: b.takeCall(), [])
    guard case .album(let album)? = client.reply(to: call)?.items.first else { return nil }
    return album
  }

  @Test("has the id of the edition that is shown, and then those of the others")
  func shown() {
    let album = search()
    #expect(album?.title == "The Dark Side of the Moon" && album?.editions == 2)
    #expect(album?.id == id("a:album:2"))
    #expect(album?.ids == ["a:album:2", EditionsTests.code, "a:album:1"].map { id($0) })
  }

  @Test("has the songs of one edition at all sources: no product code of another is used")
  func songs() throws {
    _ = search()
    client.call(.albumSongs) { $0.id = id("a:album:2") }
    #expect(a.takeCall()?.parameters.id == id("a:album:2"))
    let question = try #require(b.takeCall())
    #expect(question.method == .albumsSearch)
    b.reply(to: question, deluxe("b"), plain("b"))
    #expect(b.takeCall()?.parameters.id == id("b:album:2"))
  }

  @Test("has the songs of the edition that is asked for, if a source is known to have both")
  func both() {
    let call = client.call(.albumsSearch) { $0.text = "dark side" }
    a.reply(to: a.takeCall(), deluxe("a"), plain("a"))
    b.reply(to: b.takeCall(), deluxe("b"), plain("b"))
    #expect(client.reply(to: call)?.items.first?.id == id("a:album:2"))
    for number in 1...2 {
      client.call(.albumSongs) { $0.id = id("a:album:\(number)") }
      #expect(a.takeCall()?.parameters.id == id("a:album:\(number)"))
      #expect(b.takeCall()?.parameters.id == id("b:album:\(number)"))
    }
  }

  @Test("has all its ids, product codes included, if only one edition is known or no record is")
  func unknown() throws {
    let ids = ["mbid:release-group:1", "deezer:album:2", EditionsTests.code].map { id($0) }
    let name = SearchTerms(.album, "The Dark Side of the Moon")
    for records in [[], [SourceRecord(provider: a.id, entity: plain("a"))]] {
      let known = KnownEntity(ids: ids, name: name, records: records, complete: [])
      var found = KnownIDs(ids[0])
      found.add(known, by: EntityResolver())
      #expect(found.all == ids)
      #expect(found.ofOtherEditions.isEmpty)
    }
  }

  @Test("has the songs of another edition by the id of that one")
  func other() {
    _ = search()
    client.call(.albumSongs) { $0.id = id("a:album:1") }
    #expect(a.takeCall()?.parameters.id == id("a:album:1"))
    let question = b.takeCall()
    #expect(question?.method == .albumSongs)
    #expect(question?.parameters.id == id(EditionsTests.code))
  }
}
