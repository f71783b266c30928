import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("A change that a client repeats, as it has lost the connection")
struct RepeatedChangesTests {
  let hub = HubDriver.withFavorites()
  let client: ModelClient

  init() {
    client = hub.connectClient()
    client.importRows(FavoritesTests.nina, FavoritesTests.blues, FavoritesTests.time)
  }

  /// Makes a change, and then again; returns both results.
  private func twice(
    _ method: BusProtocol.Method,
    _ change: (inout CallParameters) -> Void
  ) -> (first: [FavoriteResult]?, second: [FavoriteResult]?) {
    func results() -> [FavoriteResult]? {
      let call = client.call(method) { parameters in
        change(&parameters)
        parameters.change = "\(method)".replacing(".", with: "-")
      }
      return client.reply(to: call)?.done?.results
    }
    return (results(), results())
  }

  private var names: [String] { client.favorites()?.items.map(\.displayName) ?? [] }

  @Test("is not made again, and has the results of the first time")
  func each() throws {
    let moved = twice(.favoritesMove) { ($0.key, $0.position) = ("a:song:7", .first) }
    #expect(moved.first?.map(\.outcome) == [.moved] && moved.first == moved.second)
    let noted = twice(.favoritesNote) { ($0.key, $0.note) = ("a:song:7", "live") }
    #expect(noted.first?.map(\.outcome) == [.noted] && noted.first == noted.second)
    let toggled = twice(.favoritesToggle) { $0.id = id("a:album:3") }
    #expect(toggled.first?.map(\.outcome) == [.removed] && toggled.first == toggled.second)
    #expect(names == ["Time", "Nina Simone"])
    let removed = twice(.favoritesRemove) { $0.keys = ["x:song:1", "a:artist:1"] }
    #expect(removed.first?.map(\.outcome) == [.absent, .removed])
    #expect(removed.second?.map(\.outcome) == [.absent, .removed])
    let undone = twice(.favoritesUndo) { _ in }
    #expect(undone.first?.map(\.undid) == [.removed])
    #expect(undone.first == undone.second)
    #expect(names == ["Time", "Nina Simone"])
  }

  @Test("is known to the next hub, from the lines of the file")
  func nextHub() throws {
    _ = client.call(.favoritesToggle) { ($0.id, $0.change) = (id("a:album:3"), "c1") }
    let lines = hub.savedChanges.flatMap(\.lines).map(\.text)
    let read = try lines.map { try FavoriteLine($0, 0..<$0.count - 1) }
    let next = HubDriver()
    next.handle(.clockSet(unixMs: 1_790_000_000_000))
    next.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    let document = FavoritesDocument(read, fold: Hub.foldedName)
    next.handle(.favorites(.opened(document, notes: [])))
    let client = next.connectClient()
    let again = client.call(.favoritesToggle) { ($0.id, $0.change) = (id("a:album:3"), "c1") }
    #expect(client.reply(to: again)?.done?.results?.map(\.outcome) == [.removed])
    #expect(next.savedChanges.isEmpty)
    let other = client.call(.favoritesToggle) { ($0.id, $0.change) = (id("a:artist:1"), "c2") }
    #expect(client.reply(to: other)?.done?.results?.map(\.outcome) == [.removed])
  }

  @Test("is made again if it could not be saved")
  func failed() throws {
    hub.savesFavorites = false
    func toggle() -> String {
      client.call(.favoritesToggle) { ($0.id, $0.change) = (id("a:album:3"), "c1") }
    }
    let first = toggle()
    let change = try #require(hub.savedChanges.last)
    hub.handle(.favorites(.failed(from: change.at, problem: "No space is left.")))
    #expect(client.reply(to: first)?.code == .favoritesUnavailable)
    hub.savesFavorites = true
    #expect(client.reply(to: toggle())?.done?.results?.map(\.outcome) == [.removed])
    #expect(names == ["Nina Simone", "Time"])
  }

  @Test("waits for the disk like the first one")
  func pending() throws {
    hub.savesFavorites = false
    func remove() -> String {
      client.call(.favoritesRemove) { ($0.keys, $0.change) = (["a:album:3"], "c1") }
    }
    let (first, second) = (remove(), remove())
    #expect(client.reply(to: first) == nil && client.reply(to: second) == nil)
    let change = try #require(hub.savedChanges.last)
    hub.handle(.favorites(.saved(upTo: change.at)))
    #expect(client.reply(to: first)?.done?.results?.map(\.outcome) == [.removed])
    #expect(client.reply(to: second)?.done?.results?.map(\.outcome) == [.removed])
  }

  @Test("takes the place of the first one while sources are still asked about it")
  func inFlight() {
    let a = hub.connectProvider("a", serving: [.artistGet])
    func toggle() -> String {
      client.call(.favoritesToggle) { ($0.id, $0.change) = (id("a:artist:50"), "c1") }
    }
    let (first, second) = (toggle(), toggle())
    #expect(client.reply(to: first)?.code == .cancelled)
    for call in a.takeCalls() { a.reply(to: call, artist("a:artist:50", name: "Odetta")) }
    #expect(client.reply(to: second)?.done?.results?.map(\.outcome) == [.added])
    #expect(client.reply(to: toggle())?.done?.results?.map(\.outcome) == [.added])
    #expect(names.last == "Odetta")
  }

  @Test("is forgotten after 256 others")
  func bound() {
    func note(_ change: String) -> FavoriteResult.Outcome? {
      let call = client.call(.favoritesNote) {
        ($0.key, $0.note, $0.change) = ("a:song:7", change, change)
      }
      return client.reply(to: call)?.done?.results?.first?.outcome
    }
    #expect(note("c0") == .noted)
    for number in 1...255 { #expect(note("c\(number)") == .noted) }
    _ = note("c0")
    #expect(client.favorites()?.items.last.map { "\($0)".contains("c255") } == true)
    #expect(note("c256") == .noted)
    _ = note("c0")
    #expect(client.favorites()?.items.last.map { "\($0)".contains("c0") } == true)
  }
}
