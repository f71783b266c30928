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
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet, .artistAlbums])
    b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet, .artistAlbums])
    client = hub.connectClient()
  }

  @discardableResult
  func say(_ method: BusProtocol.Method, _ one: String = "", _ other: String = "") -> CallReply? {
    let call = client.call(method) {
      $0.id = EntityID(one)
      $0.other = EntityID(other)
    }
    return client.reply(to: call)
  }

  /// The ids of each entity found by a search with these results.
  func search(_ ofA: [Entity], _ ofB: [Entity]) -> [[EntityID]] {
    let call = client.call(.artistsSearch) { $0.text = "nina \(hub.newNumber())" }
    a.reply(to: a.takeCall(), ofA)
    b.reply(to: b.takeCall(), ofB)
    return client.reply(to: call)?.items.map(\.ids) ?? []
  }

  static let nina = artist("a:artist:1", name: "Nina Simone") { $0.formedYear = 1933 }
  static let eunice = artist("b:artist:5", name: "Eunice Waymon") { $0.formedYear = 1950 }

  @Test("overrides all evidence until it is undone")
  func same() {
    let records = ([UserVerdictsTests.nina], [UserVerdictsTests.eunice])
    #expect(search(records.0, records.1).count == 2)
    #expect(say(.recordsSame, "a:artist:1", "b:artist:5")?.done?.verdict?.relation == .same)
    #expect(search(records.0, records.1) == [[id("a:artist:1"), id("b:artist:5")]])
    #expect(say(.recordsUndo)?.done?.verdict?.undone == true)
    #expect(search(records.0, records.1).count == 2)
  }

  @Test("separates matching records until it is undone")
  func different() {
    let records = (
      [artist("a:artist:1", "mbid:artist:1", name: "Nina")],
      [artist("b:artist:5", "mbid:artist:1", name: "Nina")]
    )
    #expect(search(records.0, records.1).count == 1)
    say(.recordsDifferent, "a:artist:1", "b:artist:5")
    #expect(search(records.0, records.1).count == 2)
    say(.recordsUndo)
    #expect(search(records.0, records.1).count == 1)
  }

  @Test("links an id at another provider without a search")
  func queriedForEachID() throws {
    say(.recordsSame, "a:artist:1", "b:artist:5")
    let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
    let providerCall = try #require(b.takeCall())
    #expect(providerCall.method == .artistGet)
    #expect(providerCall.parameters.id == id("b:artist:5"))
    a.reply(to: a.takeCall(), UserVerdictsTests.nina)
    b.reply(to: providerCall, UserVerdictsTests.eunice)
    #expect(client.reply(to: call)?.items.map(\.ids) == [[id("a:artist:1"), id("b:artist:5")]])
  }

  @Test("causes a query for each of the ids of a source")
  func twoOfOneSource() throws {
    say(.recordsSame, "a:artist:1", "a:artist:2")
    let call = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    _ = b.takeCalls()
    let first = try #require(a.takeCall())
    #expect(first.parameters.id == id("a:artist:1"))
    a.reply(to: first, album("a:album:1", title: "Pastel Blues"))
    let second = try #require(a.takeCall())
    #expect(second.parameters.id == id("a:artist:2"))
    a.reply(to: second, album("a:album:2", title: "Wild Is the Wind"))
    hub.advance(3_000)
    #expect(client.reply(to: call)?.names.sorted() == ["Pastel Blues", "Wild Is the Wind"])
  }

  @Test("joins the two entities, not only the two records")
  func wholeThings() {
    let records = (
      [UserVerdictsTests.nina, artist("a:artist:2", name: "Miriam Makeba")],
      [
        artist("b:artist:1", "a:artist:1", name: "Nina Simone"),
        artist("b:artist:2", "a:artist:2", name: "Miriam Makeba"),
      ]
    )
    #expect(search(records.0, records.1).count == 2)
    say(.recordsSame, "a:artist:1", "b:artist:2")
    #expect(hub.verdictFile.first?.also.isEmpty == false)
    #expect(search(records.0, records.1).map(\.count) == [4])
    say(.recordsUndo)
    #expect(search(records.0, records.1).count == 2)
  }

  @Test("joins all records of the two entities, also if only some of them are returned")
  func someRecords() {
    let ofA = [
      artist("a:artist:1", name: "Coldplay"), artist("a:artist:2", name: "Karaoke Coldplay Band"),
    ]
    let ofB = [
      artist("b:artist:5", "mbid:artist:1", name: "Coldplay"),
      artist("b:artist:6", "mbid:artist:2", "a:artist:2", name: "Karaoke Coldplay Band"),
    ]
    #expect(search(ofA, ofB).count == 2)
    say(.recordsSame, "mbid:artist:1", "mbid:artist:2")
    #expect(search(ofA, ofB).count == 1)
    #expect(search(ofA, [ofB[0]]).count == 1)
    say(.recordsUndo)
    #expect(search(ofA, ofB).count == 2)
  }

  @Test("removes a link that a search found")
  func unlinked() throws {
    func get() -> String { client.call(.artistGet) { $0.id = id("a:artist:1") } }
    let first = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    b.reply(to: b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    #expect(client.reply(to: first)?.items.first?.ids.count == 2)
    say(.recordsDifferent, "a:artist:1", "b:artist:5")
    let second = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    let search = try #require(b.takeCall())
    #expect(search.method == .artistsSearch)
    b.reply(to: search, artist("b:artist:5", name: "Nina Simone"))
    let reply = try #require(client.reply(to: second))
    #expect(reply.outcomes == "a: ok, b: not-linked")
    #expect(reply.items.first?.ids == [id("a:artist:1")])
  }

  @Test("is confirmed only when it is on disk")
  func confirmed() {
    hub.savesVerdicts = false
    let call = client.call(.recordsSame) {
      $0.id = id("a:artist:1")
      $0.other = id("b:artist:5")
    }
    #expect(client.reply(to: call) == nil)
    #expect(hub.verdictFile.map(\.a) == [id("a:artist:1")])
    hub.handle(.verdictsSaved(operation: hub.operations[0], problem: nil))
    #expect(client.reply(to: call)?.done?.verdict != nil)
  }

  @Test("is ignored if it cannot be written, and the next one is tried")
  func notSaved() {
    hub.savesVerdicts = false
    let calls = ["b:artist:5", "b:artist:6"].map { other in
      client.call(.recordsSame) {
        $0.id = id("a:artist:1")
        $0.other = id(other)
      }
    }
    hub.handle(.verdictsSaved(operation: hub.operations[0], problem: "the disk is full"))
    let failure = client.reply(to: calls[0])?.failure
    #expect(failure?.message.contains("the disk is full") == true)
    #expect(hub.verdictFile.map(\.b) == [id("b:artist:6")])
    hub.handle(.verdictsSaved(operation: hub.operations[1], problem: nil))
    #expect(client.reply(to: calls[1])?.done != nil)
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 2)
  }

  @Test("applies after a restart")
  func found() {
    hub.handle(.verdictsLoaded([StoredVerdict(.same, id("a:artist:1"), id("b:artist:5"))]))
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 1)
    say(.recordsUndo)
    #expect(hub.verdictFile.isEmpty)
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 2)
  }

  @Test("overrides an earlier one, with a note about the conflict")
  func conflict() throws {
    #expect(say(.recordsSame, "a:artist:1", "b:artist:5")?.done?.notes == nil)
    let reply = say(.recordsDifferent, "a:artist:1", "b:artist:5")
    let note = try #require(reply?.done?.notes?.first)
    #expect(note.contains("a:artist:1 and b:artist:5 are the same"))
    #expect(search([UserVerdictsTests.nina], [UserVerdictsTests.eunice]).count == 2)
    say(.recordsUndo)
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
    #expect(say(.recordsSame, one, other)?.code == .invalidParams)
    #expect(hub.verdictFile.isEmpty)
  }

  @Test("cannot be undone if it does not exist")
  func nothingToUndo() {
    #expect(say(.recordsUndo)?.code == .notFound)
  }

  @Test("is not undone with the ids of another one")
  func undoOfOthers() throws {
    say(.recordsDifferent, "a:artist:1", "b:artist:5")
    say(.recordsDifferent, "a:artist:2", "b:artist:6")
    let refused = say(.recordsUndo, "a:artist:1", "b:artist:5")
    #expect(refused?.code == .notFound)
    #expect(hub.verdictFile.count == 2)
    #expect(say(.recordsUndo, "b:artist:6")?.code == .invalidParams)
    #expect(say(.recordsUndo, "b:artist:6", "a:artist:2")?.done?.verdict?.undone == true)
    #expect(hub.verdictFile.count == 1)
  }

  /// Says that two artists are the same before the verdicts of an earlier hub are loaded.
  private func sayEarly() -> (hub: HubDriver, reply: () -> CallReply?) {
    let hub = HubDriver(verdictsAreLoaded: false)
    let client = hub.connectClient()
    let call = client.call(.recordsSame) {
      $0.id = id("a:artist:2")
      $0.other = id("b:artist:6")
    }
    return (hub, { client.reply(to: call) })
  }

  @Test("waits for the verdicts of an earlier hub, which its file must include")
  func early() {
    let (hub, reply) = sayEarly()
    #expect(hub.verdictFile.isEmpty && reply() == nil)
    hub.handle(.verdictsLoaded([StoredVerdict(.same, id("a:artist:1"), id("b:artist:5"))]))
    #expect(hub.verdictFile.map(\.b) == [id("b:artist:5"), id("b:artist:6")])
    #expect(reply()?.done != nil)
  }

  @Test("is rejected if the verdicts of an earlier hub turn out to be unreadable")
  func unreadable() {
    let (hub, reply) = sayEarly()
    hub.handle(.verdictsLoaded([], problem: "It is of a later version."))
    #expect(reply()?.failure?.message.contains("later version") == true)
    #expect(hub.verdictFile.isEmpty)
  }

  @Test("is rejected if its file must not be written")
  func closed() {
    hub.handle(.verdictsLoaded([], problem: "It is of a later version."))
    let failure = say(.recordsSame, "a:artist:1", "b:artist:5")?.failure
    #expect(failure?.message.contains("later version") == true)
  }
}
