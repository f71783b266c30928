import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("Favourites")
struct FavoritesTests {
  let hub = HubDriver.withFavorites()
  let client: ModelClient

  static let nina = artist("a:artist:1", "b:artist:9", name: "Nina Simone")
  static let blues = album("a:album:3", title: "Pastel Blues") {
    $0.releaseDate = PartialDate("1965-10")
    $0.genres = ["Jazz"]
  }
  static let time = song("a:song:7", title: "Time")

  init() { client = hub.connectClient() }

  @Test("are added with all data of the sources, and confirmed when they are on disk")
  func add() throws {
    let a = hub.connectProvider("a", serving: [.getArtist])
    hub.savesFavorites = false
    let call = client.call(.addFavorite) { $0.id = id("a:artist:1") }
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone") { $0.biography = "Born…" })
    #expect(client.answer(to: call) == nil)
    let change = try #require(hub.keptChanges.first)
    hub.handle(.favorites(.saved(upTo: change.at)))
    let answer = try #require(client.answer(to: call)?.done)
    #expect(answer.results?.map(\.outcome) == [.added])
    #expect(answer.results?.first?.name == "Nina Simone")
    #expect(answer.sources?.map(\.outcome) == [.ok])
    let shown = client.answer(to: client.call(.getFavorite) { $0.key = "a:artist:1" })
    guard case .artist(let artist)? = shown?.items.first else {
      Issue.record("There is no artist.")
      return
    }
    #expect(artist.biography == "Born…" && artist.favorite == true)
    #expect(artist.extra["fav"]?.text == answer.results?.first?.fav)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("that exist are not added again, and no provider is queried")
  func there() {
    let a = hub.connectProvider("a", serving: [.getArtist])
    client.importRows(Self.nina)
    #expect(client.outcomes(.addFavorite) { $0.id = id("b:artist:9") } == [.exists])
    #expect(a.takeCalls().isEmpty)
    #expect(
      client.outcomes(.removeFavorites) { $0.keys = ["a:artist:1", "x:artist:2"] } == [
        .removed, .absent,
      ]
    )
    #expect(client.outcomes(.noteFavorite) { $0.key = "x:artist:2" } == [.absent])
  }

  @Test("are added from the entity cache if no provider can be queried")
  func addOffline() {
    let a = hub.connectProvider("a", serving: [.getArtist])
    let call = client.call(.getArtist) { $0.id = id("a:artist:1") }
    a.answer(a.takeCall(), Self.nina)
    #expect(client.answer(to: call)?.names == ["Nina Simone"])
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(client.outcomes(.addFavorite) { $0.id = id("a:artist:1") } == [.added])
  }

  @Test("are restored if a change could not be saved, with an error")
  func failing() {
    client.importRows(Self.nina)
    hub.savesFavorites = false
    let call = client.call(.removeFavorites) { $0.keys = ["a:artist:1"] }
    let undone = client.call(.removeFavorites) { $0.keys = ["a:artist:1"] }
    #expect(client.favorites()?.names == [])
    let change = hub.keptChanges.last!
    hub.handle(.favorites(.failed(from: change.at, problem: "The disk is full.")))
    #expect(client.answer(to: call)?.code == .favoritesUnavailable)
    // That it was none rested on the removal.
    #expect(client.answer(to: undone)?.code == .favoritesUnavailable)
    #expect(client.favorites()?.names == ["Nina Simone"])
  }

  @Test("delay calls until they are open")
  func opening() {
    let hub = HubDriver()
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    let client = hub.connectClient()
    let list = client.call(.listFavorites)
    let late = client.call(.listFavorites, timeoutMs: 1000)
    #expect(client.answer(to: list) == nil)
    hub.advance(2000)
    #expect(client.answer(to: late)?.code == .favoritesUnavailable)
    hub.openFavorites(notes: ["One line is damaged."])
    let answer = client.answer(to: list)
    #expect(answer?.done?.total == 0 && answer?.done?.notes == ["One line is damaged."])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("that cannot be opened affect no other calls")
  func unusable() {
    for hub in [HubDriver(), HubDriver()] {
      let isNamed = hub.hub.load.clients == 0
      if isNamed {
        hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
        hub.handle(.favorites(.notOpened(problem: "It is of a later version.")))
      }
      let client = hub.connectClient()
      for method in BusProtocol.Method.ofHub where method.rawValue.hasPrefix("favorites.") {
        let call = client.call(method) {
          ($0.id, $0.key, $0.keys) = (id("a:artist:1"), "a:artist:1", ["a:artist:1"])
          ($0.place, $0.rows, $0.format) = (.first, [[:]], .csv)
        }
        #expect(client.answer(to: call)?.code == .favoritesUnavailable, "\(method)")
      }
      #expect(client.answer(to: client.call(.hubStatus))?.done?.hub != nil)
    }
  }

  @Test("that could not be opened are opened again by a later call")
  func mended() {
    let hub = HubDriver()
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    hub.handle(.favorites(.notOpened(problem: "The folder is not there.")))
    let client = hub.connectClient()
    #expect(client.favorites()?.code == .favoritesUnavailable)
    hub.advance(1000)
    let call = client.call(.listFavorites)
    #expect(hub.orders == [.open])
    hub.handle(.favorites(.notOpened(problem: "The folder is still not there.")))
    #expect(client.answer(to: call)?.failure?.message.contains("still") == true)
    hub.advance(1000)
    let again = client.call(.listFavorites)
    hub.openFavorites()
    #expect(client.answer(to: again)?.done?.total == 0)
  }

  @Test("time out at the deadline if the disk hangs, whether or not they are saved later")
  func silentDisk() {
    hub.savesFavorites = false
    let call = client.call(.importFavorites, timeoutMs: 1000) {
      $0.rows = [["kind": "artist", "id": "a:artist:1", "name": "Nina Simone"]]
    }
    hub.advance(940)
    #expect(client.answer(to: call) == nil)
    hub.advance(20)
    #expect(client.answer(to: call)?.code == .deadlineExceeded)
    hub.handle(.favorites(.saved(upTo: hub.keptChanges[0].at)))
    #expect(client.takeMessages(of: call).isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("have calls that can be cancelled, and that are rejected if too many are pending")
  func bounds() {
    hub.savesFavorites = false
    client.importRows(Self.nina)
    let call = client.call(.removeFavorites) { $0.keys = ["a:artist:1"] }
    client.cancel(call)
    #expect(client.answer(to: call)?.code == .cancelled)
    let clients = (0..<35).map { _ in hub.connectClient() }
    var refused = 0
    for number in 0..<1100 {
      let client = clients[number / 32]
      let call = client.call(.noteFavorite) {
        ($0.key, $0.note) = ("a:artist:1", "\(number)")
      }
      if client.answer(to: call)?.code == .busy { refused += 1 }
    }
    // One waits that the client brought in.
    #expect(refused == 1100 - 1023)
    let last = client.call(.listFavorites)
    #expect(client.answer(to: last)?.done != nil)
    hub.handle(.favorites(.saved(upTo: hub.keptChanges.last!.at)))
    #expect(hub.hub.load.isQuiet)
  }

  @Test("bound their unsaved changes, whether or not calls wait for them")
  func silence() {
    hub.savesFavorites = false
    func add(_ number: Int) -> CallAnswer? {
      let call = client.call(.importFavorites, timeoutMs: 1000) {
        $0.rows = [["kind": "artist", "id": .string("a:artist:\(number)"), "name": "A"]]
      }
      hub.advance(1000)
      return client.answer(to: call)
    }
    for number in 0..<1024 { #expect(add(number)?.code == .deadlineExceeded) }
    #expect(add(1024)?.code == .busy)
    #expect(client.favorites()?.done?.total == 1024)
    hub.handle(.favorites(.saved(upTo: hub.keptChanges[0].at)))
    #expect(add(1025)?.code == .deadlineExceeded)
  }

  @Test("are imported row by row, and importing again changes nothing")
  func bringingIn() {
    let rows: [JSONValue] = [
      ["kind": "artist", "id": "a:artist:1", "name": "Nina Simone"],
      ["kind": "chart", "id": "a:chart:1", "title": "Top 10"],
      [
        "entity": ["kind": "album", "id": "a:album:3", "title": "Pastel Blues"], "note": "on vinyl",
      ],
      ["kind": "album"],
    ]
    let first = client.outcomes(.importFavorites) { $0.rows = rows }
    #expect(first == [.added, .refused, .added, .refused])
    let second = client.outcomes(.importFavorites) { $0.rows = rows }
    #expect(second == [.unchanged, .refused, .unchanged, .refused])
    #expect(client.favorites()?.items.last?.base.extra["note"] == "on vinyl")
    // What a list tells of favourites can be brought in as it is.
    let told = client.favorites()?.items.map(\.asJSON)
    #expect(client.outcomes(.importFavorites) { $0.rows = told } == [.unchanged, .unchanged])
  }

  @Test("are listed in any order, by kind, text, genre and date, page by page")
  func listing() {
    client.importRows(Self.nina)
    client.importRows(Self.blues)
    client.importRows(Self.time)
    #expect(client.favorites()?.names == ["Nina Simone", "Pastel Blues", "Time"])
    #expect(client.favorites { $0.sort = .recent }?.names.last == "Nina Simone")
    #expect(client.favorites { $0.entityKind = .album }?.names == ["Pastel Blues"])
    #expect(client.favorites { $0.text = "simone" }?.names == ["Nina Simone"])
    #expect(client.favorites { $0.genre = "jazz" }?.names == ["Pastel Blues"])
    #expect(client.favorites { $0.from = PartialDate("1966") }?.names == [])
    #expect(client.favorites { $0.addedFrom = PartialDate("2026-01") }?.items.count == 3)
    let page = client.favorites {
      $0.limit = 2
      $0.offset = 1
    }
    #expect(page?.names == ["Pastel Blues", "Time"] && page?.done?.next == nil)
    #expect(page?.done?.total == 3)
    #expect(client.favorites { $0.limit = 1 }?.done?.next == 1)
  }

  @Test("are checked for external changes before they are listed, once a second")
  func looking() throws {
    client.importRows(Self.nina)
    hub.looksAtFavorites = false
    let first = client.call(.listFavorites)
    let second = client.call(.exportFavorites) { $0.format = .json }
    #expect(client.answer(to: first) == nil && client.answer(to: second) == nil)
    #expect(hub.lookCount == 1)
    let other = HubDriver.withFavorites()
    other.connectClient().importRows(Self.nina, Self.time)
    let line = try #require(other.keptChanges.last?.lines.last)
    hub.handle(.favorites(.united([line], notes: [])))
    #expect(client.answer(to: first)?.names == ["Nina Simone", "Time"])
    #expect(client.answer(to: second)?.done?.media != nil)
    hub.advance(999)
    #expect(client.favorites()?.names == ["Nina Simone", "Time"])
    #expect(hub.lookCount == 1)
    hub.advance(1)
    #expect(client.favorites() == nil)
    #expect(hub.lookCount == 2)
  }

  @Test("are listed from memory if the disk does not respond within 250 ms")
  func slowLook() {
    client.importRows(Self.nina)
    hub.looksAtFavorites = false
    let list = client.call(.listFavorites)
    let hasty = client.call(.listFavorites, timeoutMs: 200)
    #expect(client.answer(to: hasty)?.names == ["Nina Simone"])
    hub.advance(249)
    #expect(client.answer(to: list) == nil)
    hub.advance(1)
    #expect(client.answer(to: list)?.names == ["Nina Simone"])
    hub.advance(60_000)
    #expect(client.favorites()?.names == ["Nina Simone"])
    #expect(hub.lookCount == 1)
    hub.handle(.favorites(.notUnited(problem: "The disk is broken.")))
    hub.advance(1_000)
    let last = client.call(.listFavorites)
    #expect(hub.lookCount == 2)
    client.cancel(last)
    #expect(client.answer(to: last)?.code == .cancelled)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("can be moved and annotated, and changes can be undone")
  func changing() {
    client.importRows(Self.nina, Self.blues, Self.time)
    let move: (inout CallParameters) -> Void = {
      ($0.key, $0.place, $0.target) = ("a:song:7", .before, "a:album:3")
    }
    #expect(client.outcomes(.moveFavorite, move) == [.moved])
    #expect(client.outcomes(.moveFavorite, move) == [.unchanged])
    #expect(client.favorites()?.names == ["Nina Simone", "Time", "Pastel Blues"])
    #expect(
      client.outcomes(.noteFavorite) { ($0.key, $0.note) = ("a:song:7", "live!") } == [.noted]
    )
    let undone = client.answer(to: client.call(.undoFavorites))?.done?.results?.first
    #expect(undone?.undid == .noted && undone?.name == "Time")
    #expect(client.outcomes(.undoFavorites) == [.undone])
    #expect(client.favorites()?.names == ["Nina Simone", "Pastel Blues", "Time"])
    #expect(client.outcomes(.undoFavorites)?.count == 3)
    #expect(client.answer(to: client.call(.undoFavorites))?.code == .notFound)
    let gone = client.call(.getFavorite) { $0.key = "a:song:7" }
    #expect(client.answer(to: gone)?.code == .notFound)
  }

  @Test("are exported in chunks that make up the file")
  func export() throws {
    var expected = 0
    for number in 0..<20 {
      let text = String(repeating: "x", count: 60_000)
      client.importRows(artist("a:artist:\(number)", name: "A\(number)") { $0.biography = text })
      expected += 1
    }
    var bytes: [UInt8] = []
    var offset: Int? = 0
    var revisions: Set<Int?> = []
    var pieces = 0
    while let next = offset {
      let answer = try #require(
        client.answer(
          to: client.call(.exportFavorites) { ($0.format, $0.offset) = (.json, next) }
        )
      )
      bytes += try #require(answer.attachment)
      #expect(answer.done?.media?.type == "application/json")
      offset = answer.done?.next
      revisions.insert(answer.done?.revision)
      pieces += 1
    }
    #expect(pieces > 1 && revisions.count == 1)
    #expect(try BusCodec.decode(JSONValue.self, from: bytes).elements?.count == expected)
  }

  @Test("are merged with external changes, with a note")
  func uniting() {
    client.importRows(Self.nina)
    var other = FavoritesDocument(fold: Hub.foldedName)
    var random = SystemRandomNumberGenerator()
    _ = other.add([Self.blues], now: Timestamp(microseconds: 1), using: &random)
    hub.handle(.favorites(.united(other.lines, notes: ["It was changed by another program."])))
    let answer = client.favorites()
    #expect(Set(answer?.names ?? []) == ["Nina Simone", "Pastel Blues"])
    #expect(answer?.done?.notes == ["It was changed by another program."])
  }

  @Test("are checked and compacted by the runtime")
  func checking() {
    let check = client.call(.checkFavorites)
    let compact = client.call(.compactFavorites)
    #expect(Set(hub.orders) == [.check, .compact])
    hub.handle(.favorites(.notChecked(problem: "It is gone.")))
    hub.handle(.favorites(.compacted(linesBefore: 9, linesAfter: 3)))
    #expect(client.answer(to: check)?.code == .favoritesUnavailable)
    #expect(client.answer(to: compact)?.done?.notes?.first?.contains("has 3 now") == true)
  }

  @Test("send events to watchers, whatever changes them")
  func watching() {
    let watcher = hub.connectClient()
    let watch = watcher.call(.watchHub)
    func news() -> [FavoriteEvent] {
      hub.advance(1000)
      return watcher.takeMessages(of: watch).compactMap { $0.read(Part.self)?.favorites }
        .flatMap { $0 }
    }
    _ = news()
    client.importRows(Self.nina)
    let added = news()
    #expect(added.map(\.change) == [.added])
    #expect(added.first?.name == "Nina Simone" && added.first?.entity == id("a:artist:1"))
    client.call(.noteFavorite) { ($0.key, $0.note) = ("a:artist:1", "live!") }
    client.call(.removeFavorites) { $0.keys = ["a:artist:1"] }
    client.call(.undoFavorites)
    #expect(news().map(\.change) == [.updated, .removed, .added])
    hub.handle(.favorites(.united([], notes: [])))
    #expect(news() == [FavoriteEvent(.many)])
  }

  @Test("that are pending when the hub stops are rejected")
  func stopping() {
    hub.savesFavorites = false
    let call = client.call(.importFavorites) {
      $0.rows = [["kind": "artist", "id": "a:artist:1", "name": "Nina Simone"]]
    }
    hub.handle(.stopRequested(reason: "a test"))
    #expect(client.answer(to: call)?.code == .hubStopping)
    #expect(hub.isFinished)
  }
}
