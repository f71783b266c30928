import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A user verdict")
struct UserVerdictsTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists, .getArtist, .artistAlbums])
    b = hub.connectProvider("b", serving: [.searchArtists, .getArtist, .artistAlbums])
    client = hub.connectClient()
  }

  @discardableResult
  func say(_ method: BusProtocol.Method, _ one: String = "", _ other: String = "") -> CallAnswer? {
    let call = client.call(method) {
      $0.id = EntityID(one)
      $0.other = EntityID(other)
    }
    return client.answer(to: call)
  }

  /// The names and ids that come of a search of which a and b tell these.
  func search(_ ofA: [Entity], _ ofB: [Entity]) -> [[EntityID]] {
    let call = client.call(.searchArtists) { $0.text = "nina \(hub.newNumber())" }
    a.answer(a.takeCall(), ofA)
    b.answer(b.takeCall(), ofB)
    return client.answer(to: call)?.items.map(\.ids) ?? []
  }

  static let nina = artist("a:artist:1", name: "Nina Simone") { $0.formedYear = 1933 }
  static let eunice = artist("b:artist:5", name: "Eunice Waymon") { $0.formedYear = 1950 }

  @Test("overrides all evidence until it is undone")
  func same() {
    let world = ([UserVerdictsTests.nina], [UserVerdictsTests.eunice])
    #expect(search(world.0, world.1).count == 2)
    #expect(say(.sayRecordsSame, "a:artist:1", "b:artist:5")?.done?.verdict?.relation == .same)
    #expect(search(world.0, world.1) == [[id("a:artist:1"), id("b:artist:5")]])
    #expect(say(.undoVerdict)?.done?.verdict?.undone == true)
    #expect(search(world.0, world.1).count == 2)
  }

  @Test("separates matching records until it is undone")
  func different() {
    let world = (
      [artist("a:artist:1", "mbid:artist:1", name: "Nina")],
      [artist("b:artist:5", "mbid:artist:1", name: "Nina")]
    )
    #expect(search(world.0, world.1).count == 1)
    say(.sayRecordsDifferent, "a:artist:1", "b:artist:5")
    #expect(search(world.0, world.1).count == 2)
    say(.undoVerdict)
    #expect(search(world.0, world.1).count == 1)
  }

  @Test("links an id at another provider without a search")
  func asked() throws {
    say(.sayRecordsSame, "a:artist:1", "b:artist:5")
    let call = client.call(.getArtist) { $0.id = id("a:artist:1") }
    let question = try #require(b.takeCall())
    #expect(question.method == .getArtist)
    #expect(question.parameters.id == id("b:artist:5"))
    a.answer(a.takeCall(), UserVerdictsTests.nina)
    b.answer(question, UserVerdictsTests.eunice)
    #expect(client.answer(to: call)?.items.map(\.ids) == [[id("a:artist:1"), id("b:artist:5")]])
  }

  @Test("makes a source be queried for each of its ids")
  func twoOfOneSource() throws {
    say(.sayRecordsSame, "a:artist:1", "a:artist:2")
    let call = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    _ = b.takeCalls()
    let first = try #require(a.takeCall())
    #expect(first.parameters.id == id("a:artist:1"))
    a.answer(first, album("a:album:1", title: "Pastel Blues"))
    let second = try #require(a.takeCall())
    #expect(second.parameters.id == id("a:artist:2"))
    a.answer(second, album("a:album:2", title: "Wild Is the Wind"))
    hub.advance(3_000)
    #expect(client.answer(to: call)?.names.sorted() == ["Pastel Blues", "Wild Is the Wind"])
  }

  @Test("joins the two entities, not only the two records")
  func wholeThings() {
    let world = (
      [UserVerdictsTests.nina, artist("a:artist:2", name: "Miriam Makeba")],
      [
        artist("b:artist:1", "a:artist:1", name: "Nina Simone"),
        artist("b:artist:2", "a:artist:2", name: "Miriam Makeba"),
      ]
    )
    #expect(search(world.0, world.1).count == 2)
    say(.sayRecordsSame, "a:artist:1", "b:artist:2")
    #expect(hub.verdictFile.first?.also.isEmpty == false)
    #expect(search(world.0, world.1).map(\.count) == [4])
    say(.undoVerdict)
    #expect(search(world.0, world.1).count == 2)
  }

  @Test("removes a link that a search found")
  func unlinked() throws {
    func get() -> String { client.call(.getArtist) { $0.id = id("a:artist:1") } }
    let first = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.answer(b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    b.answer(b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    #expect(client.answer(to: first)?.items.first?.ids.count == 2)
    say(.sayRecordsDifferent, "a:artist:1", "b:artist:5")
    let second = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    let search = try #require(b.takeCall())
    #expect(search.method == .searchArtists)
    b.answer(search, artist("b:artist:5", name: "Nina Simone"))
    let answer = try #require(client.answer(to: second))
    #expect(answer.outcomes == "a: ok, b: not-linked")
    #expect(answer.items.first?.ids == [id("a:artist:1")])
  }

  @Test("is confirmed only when it is on disk")
  func kept() {
    hub.writesVerdicts = false
    let call = client.call(.sayRecordsSame) {
      $0.id = id("a:artist:1")
      $0.other = id("b:artist:5")
    }
    #expect(client.answer(to: call) == nil)
    #expect(hub.verdictFile.map(\.a) == [id("a:artist:1")])
    hub.handle(.verdictsKept(ticket: hub.tickets[0], problem: nil))
    #expect(client.answer(to: call)?.done?.verdict != nil)
  }

  @Test("is ignored if it cannot be written, and the next one is tried")
  func notKept() {
    hub.writesVerdicts = false
    let calls = ["b:artist:5", "b:artist:6"].map { other in
      client.call(.sayRecordsSame) {
        $0.id = id("a:artist:1")
        $0.other = id(other)
      }
    }
    hub.handle(.verdictsKept(ticket: hub.tickets[0], problem: "the disk is full"))
    let failure = client.answer(to: calls[0])?.failure
    #expect(failure?.message.contains("the disk is full") == true)
    #expect(hub.verdictFile.map(\.b) == [id("b:artist:6")])
    hub.handle(.verdictsKept(ticket: hub.tickets[1], problem: nil))
    #expect(client.answer(to: calls[1])?.done != nil)
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 2)
  }

  @Test("applies after a restart")
  func found() {
    hub.handle(.verdictsFound([StoredVerdict(.same, id("a:artist:1"), id("b:artist:5"))]))
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 1)
    say(.undoVerdict)
    #expect(hub.verdictFile.isEmpty)
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 2)
  }

  @Test("overrides an earlier one, with a note about the conflict")
  func conflict() throws {
    #expect(say(.sayRecordsSame, "a:artist:1", "b:artist:5")?.done?.notes == nil)
    let answer = say(.sayRecordsDifferent, "a:artist:1", "b:artist:5")
    let note = try #require(answer?.done?.notes?.first)
    #expect(note.contains("a:artist:1 and b:artist:5 are the same"))
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 2)
    say(.undoVerdict)
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 1)
  }

  @Test(
    "is rejected if it is meaningless",
    arguments: [
      ("a:artist:1", "a:artist:1"), ("a:artist:1", "a:album:1"), ("a:chart:1", "a:chart:2"),
      ("a:artist:1", ""), ("", "a:artist:1"),
    ]
  )
  func refused(_ one: String, _ other: String) {
    #expect(say(.sayRecordsSame, one, other)?.code == .invalidParams)
    #expect(hub.verdictFile.isEmpty)
  }

  @Test("cannot be undone if there is none")
  func nothingToUndo() {
    #expect(say(.undoVerdict)?.code == .notFound)
  }

  @Test("is rejected if its file must not be written")
  func closed() {
    hub.handle(.verdictsFound([], problem: "It is of a later version."))
    let failure = say(.sayRecordsSame, "a:artist:1", "b:artist:5")?.failure
    #expect(failure?.message.contains("later version") == true)
  }
}
