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
    let a = hub.connectProvider("a", serving: [.artistGet])
    hub.savesFavorites = false
    let call = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone") { $0.biography = "Born…" })
    #expect(client.reply(to: call) == nil)
    let change = try #require(hub.savedChanges.first)
    hub.handle(.favorites(.saved(upTo: change.at)))
    let reply = try #require(client.reply(to: call)?.done)
    #expect(reply.results?.map(\.outcome) == [.added])
    #expect(reply.results?.first?.name == "Nina Simone")
    #expect(reply.sources?.map(\.outcome) == [.ok])
    let shown = client.reply(to: client.call(.favoritesGet) { $0.key = "a:artist:1" })
    guard case .artist(let artist)? = shown?.items.first else {
      Issue.record("Expected an artist.")
      return
    }
    #expect(artist.biography == "Born…" && artist.favorite == true)
    #expect(artist.extra["fav"]?.text == reply.results?.first?.fav)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are not added if other changes have taken the room meanwhile")
  func fullMeanwhile() {
    let a = hub.connectProvider("a", serving: [.artistGet])
    let add = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    hub.savesFavorites = false
    client.importRows(Self.blues)
    for _ in 0..<33 {
      let other = hub.connectClient()
      for number in 0..<32 {
        _ = other.call(.favoritesNote) { ($0.key, $0.note) = ("a:album:3", "\(number)") }
      }
    }
    a.reply(to: a.takeCall(), Self.nina)
    #expect(client.reply(to: add)?.code == .busy)
  }

  @Test("that exist are not added again, and no provider is queried")
  func there() {
    let a = hub.connectProvider("a", serving: [.artistGet])
    client.importRows(Self.nina)
    #expect(client.outcomes(.favoritesAdd) { $0.id = id("b:artist:9") } == [.exists])
    #expect(a.takeCalls().isEmpty)
    #expect(
      client.outcomes(.favoritesRemove) { $0.keys = ["a:artist:1", "x:artist:2"] } == [
        .removed, .absent,
      ]
    )
    #expect(client.outcomes(.favoritesNote) { $0.key = "x:artist:2" } == [.absent])
    // As the call has it, not as the hub would write it.
    let key = "01aryz6s410123456789abcdef"
    let removal = client.reply(to: client.call(.favoritesRemove) { $0.keys = [key] })
    #expect(removal?.done?.results?.map(\.key) == [key])
  }

  @Test("are added from the entity cache if no provider can be queried")
  func addOffline() {
    let a = hub.connectProvider("a", serving: [.artistGet])
    let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), Self.nina)
    #expect(client.reply(to: call)?.names == ["Nina Simone"])
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(client.outcomes(.favoritesAdd) { $0.id = id("a:artist:1") } == [.added])
  }

  @Test("are restored if a change could not be saved, with an error")
  func failing() {
    client.importRows(Self.nina)
    hub.savesFavorites = false
    let call = client.call(.favoritesRemove) { $0.keys = ["a:artist:1"] }
    let undone = client.call(.favoritesRemove) { $0.keys = ["a:artist:1"] }
    #expect(client.favorites()?.names == [])
    let change = hub.savedChanges.last!
    hub.handle(.favorites(.failed(from: change.at, problem: "The disk is full.")))
    #expect(client.reply(to: call)?.code == .favoritesUnavailable)
    // It was not a favourite only because of the removal.
    #expect(client.reply(to: undone)?.code == .favoritesUnavailable)
    #expect(client.favorites()?.names == ["Nina Simone"])
  }

  @Test("delay calls until they are open")
  func opening() {
    let hub = HubDriver()
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    let client = hub.connectClient()
    let list = client.call(.favoritesList)
    let late = client.call(.favoritesList, timeoutMs: 1000)
    #expect(client.reply(to: list) == nil)
    hub.advance(2000)
    #expect(client.reply(to: late)?.code == .favoritesUnavailable)
    hub.openFavorites(notes: ["One line is damaged."])
    let reply = client.reply(to: list)
    #expect(reply?.done?.total == 0 && reply?.done?.notes == ["One line is damaged."])
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
          ($0.position, $0.rows, $0.format) = (.first, [[:]], .csv)
        }
        #expect(client.reply(to: call)?.code == .favoritesUnavailable, "\(method)")
      }
      #expect(client.reply(to: client.call(.hubStatus))?.done?.hub != nil)
    }
  }

  @Test("that could not be opened are opened again by a later call")
  func mended() {
    let hub = HubDriver()
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    hub.handle(.favorites(.notOpened(problem: "The directory does not exist.")))
    let client = hub.connectClient()
    #expect(client.favorites()?.code == .favoritesUnavailable)
    hub.advance(1000)
    let call = client.call(.favoritesList)
    #expect(hub.favoritesActions == [.open])
    hub.handle(.favorites(.notOpened(problem: "The directory still does not exist.")))
    #expect(client.reply(to: call)?.failure?.message.contains("still") == true)
    hub.advance(1000)
    let again = client.call(.favoritesList)
    hub.openFavorites()
    #expect(client.reply(to: again)?.done?.total == 0)
  }

  @Test("time out at the deadline if the disk hangs, whether or not they are saved later")
  func silentDisk() {
    hub.savesFavorites = false
    let call = client.call(.favoritesImport, timeoutMs: 1000) {
      $0.rows = [["kind": "artist", "id": "a:artist:1", "name": "Nina Simone"]]
    }
    hub.advance(940)
    #expect(client.reply(to: call) == nil)
    hub.advance(20)
    #expect(client.reply(to: call)?.code == .deadlineExceeded)
    hub.handle(.favorites(.saved(upTo: hub.savedChanges[0].at)))
    #expect(client.takeMessages(of: call).isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("have calls that can be cancelled, and that are rejected if too many are pending")
  func bounds() {
    hub.savesFavorites = false
    client.importRows(Self.nina)
    let call = client.call(.favoritesRemove) { $0.keys = ["a:artist:1"] }
    client.cancel(call)
    #expect(client.reply(to: call)?.code == .cancelled)
    let clients = (0..<35).map { _ in hub.connectClient() }
    var refused = 0
    for number in 0..<1100 {
      let client = clients[number / 32]
      let call = client.call(.favoritesNote) {
        ($0.key, $0.note) = ("a:artist:1", "\(number)")
      }
      if client.reply(to: call)?.code == .busy { refused += 1 }
    }
    // One waits that the client brought in.
    #expect(refused == 1100 - 1023)
    let last = client.call(.favoritesList)
    #expect(client.reply(to: last)?.done != nil)
    hub.handle(.favorites(.saved(upTo: hub.savedChanges.last!.at)))
    #expect(hub.hub.load.isQuiet)
  }

  @Test("bound their unsaved changes, whether or not calls wait for them")
  func silence() {
    hub.savesFavorites = false
    func add(_ number: Int) -> CallReply? {
      let call = client.call(.favoritesImport, timeoutMs: 1000) {
        $0.rows = [["kind": "artist", "id": .string("a:artist:\(number)"), "name": "A"]]
      }
      hub.advance(1000)
      return client.reply(to: call)
    }
    for number in 0..<1024 { #expect(add(number)?.code == .deadlineExceeded) }
    #expect(add(1024)?.code == .busy)
    #expect(client.favorites()?.done?.total == 1024)
    hub.handle(.favorites(.saved(upTo: hub.savedChanges[0].at)))
    #expect(add(1025)?.code == .deadlineExceeded)
  }

  @Test("bound their unsaved changes in bytes")
  func size() {
    hub.savesFavorites = false
    let biography = String(repeating: "a", count: 60_000)
    var count = 0
    func add() -> CallReply? {
      count += 1
      let call = client.call(.favoritesImport, timeoutMs: 1000) {
        $0.rows = (0..<16).map { row in
          let id = JSONValue.string("a:artist:\(count * 16 + row)")
          return ["kind": "artist", "id": id, "name": "A", "biography": .string(biography)]
        }
      }
      hub.advance(1000)
      return client.reply(to: call)
    }
    while count < 1000, add()?.code != .busy {}
    // The 70th goes beyond 64 MB.
    #expect(count == 71)
    hub.handle(.favorites(.saved(upTo: hub.savedChanges[0].at)))
    #expect(add()?.code == .deadlineExceeded)
  }

  @Test("merge the file, or replace it, with the state of the hub when that is wanted")
  func wanted() {
    hub.handle(.favorites(.externallyChanged))
    hub.handle(.favorites(.compactionWanted))
    #expect(hub.favoritesActions.suffix(2) == [.merge, .replace])
  }

  @Test("are imported row by row, and importing again changes nothing")
  func bringingIn() {
    let rows: [EncodedJSON] = [
      ["kind": "artist", "id": "a:artist:1", "name": "Nina Simone"],
      ["kind": "chart", "id": "a:chart:1", "title": "Top 10"],
      [
        "entity": ["kind": "album", "id": "a:album:3", "title": "Pastel Blues"], "note": "on vinyl",
      ],
      ["kind": "album"],
    ]
    let first = client.outcomes(.favoritesImport) { $0.rows = rows }
    #expect(first == [.added, .refused, .added, .refused])
    let second = client.outcomes(.favoritesImport) { $0.rows = rows }
    #expect(second == [.unchanged, .refused, .unchanged, .refused])
    #expect(client.favorites()?.items.last?.base.extra["note"] == "on vinyl")
    // A listed favourite can be imported unchanged.
    let listed = client.favorites()?.items.map { EncodedJSON($0.asJSON) }
    #expect(client.outcomes(.favoritesImport) { $0.rows = listed } == [.unchanged, .unchanged])
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
    let stored = album("a:album:9", title: "Old") { $0.genres = ["Hip-Hop/Rap", "hip hop"] }
    client.importRows(stored)
    guard case .album(let old)? = client.favorites()?.items.last else { return }
    #expect(old.title == "Old" && old.genres == ["Hip Hop"])
    client.call(.favoritesRemove) { $0.keys = ["a:album:9"] }
    for word in ["jazz", "Jazz Music"] {
      #expect(client.favorites { $0.genre = word }?.names == ["Pastel Blues"])
    }
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
    hub.checksFavorites = false
    let first = client.call(.favoritesList)
    let second = client.call(.favoritesExport) { $0.format = .json }
    #expect(client.reply(to: first) == nil && client.reply(to: second) == nil)
    #expect(hub.checkCount == 1)
    let other = HubDriver.withFavorites()
    other.connectClient().importRows(Self.nina, Self.time)
    let line = try #require(other.savedChanges.last?.lines.last)
    hub.handle(.favorites(.merged([line], notes: [])))
    #expect(client.reply(to: first)?.names == ["Nina Simone", "Time"])
    #expect(client.reply(to: second)?.done?.media != nil)
    hub.advance(999)
    #expect(client.favorites()?.names == ["Nina Simone", "Time"])
    #expect(hub.checkCount == 1)
    hub.advance(1)
    #expect(client.favorites() == nil)
    #expect(hub.checkCount == 2)
  }

  @Test("are listed from memory if the disk does not respond within 250 ms")
  func slowLook() {
    client.importRows(Self.nina)
    hub.checksFavorites = false
    let list = client.call(.favoritesList)
    let hasty = client.call(.favoritesList, timeoutMs: 200)
    #expect(client.reply(to: hasty)?.names == ["Nina Simone"])
    hub.advance(249)
    #expect(client.reply(to: list) == nil)
    hub.advance(1)
    #expect(client.reply(to: list)?.names == ["Nina Simone"])
    hub.advance(60_000)
    #expect(client.favorites()?.names == ["Nina Simone"])
    #expect(hub.checkCount == 1)
    hub.handle(.favorites(.notMerged(problem: "The disk is broken.")))
    hub.advance(1_000)
    let last = client.call(.favoritesList)
    #expect(hub.checkCount == 2)
    client.cancel(last)
    #expect(client.reply(to: last)?.code == .cancelled)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are added or removed by a toggle")
  func toggling() {
    client.importRows(Self.nina, Self.blues, Self.time)
    let toggle: (inout CallParameters) -> Void = { $0.id = EntityID("a:album:3") }
    #expect(client.outcomes(.favoritesToggle, toggle) == [.removed])
    #expect(client.favorites()?.names == ["Nina Simone", "Time"])
    #expect(client.outcomes(.favoritesUndo)?.count == 1)
    #expect(client.favorites()?.names == ["Nina Simone", "Pastel Blues", "Time"])
  }

  @Test("can be moved and annotated, and changes can be undone")
  func changing() {
    client.importRows(Self.nina, Self.blues, Self.time)
    let move: (inout CallParameters) -> Void = {
      ($0.key, $0.position, $0.target) = ("a:song:7", .before, "a:album:3")
    }
    #expect(client.outcomes(.favoritesMove, move) == [.moved])
    #expect(client.outcomes(.favoritesMove, move) == [.unchanged])
    #expect(client.favorites()?.names == ["Nina Simone", "Time", "Pastel Blues"])
    let byNumber: (inout CallParameters) -> Void = { ($0.key, $0.index) = ("a:song:7", 2) }
    #expect(client.outcomes(.favoritesMove, byNumber) == [.unchanged])
    #expect(
      client.outcomes(.favoritesNote) { ($0.key, $0.note) = ("a:song:7", "live!") } == [.noted]
    )
    let undone = client.reply(to: client.call(.favoritesUndo))?.done?.results?.first
    #expect(undone?.undid == .noted && undone?.name == "Time")
    #expect(client.outcomes(.favoritesUndo) == [.undone])
    #expect(client.favorites()?.names == ["Nina Simone", "Pastel Blues", "Time"])
    #expect(client.outcomes(.favoritesUndo)?.count == 3)
    #expect(client.reply(to: client.call(.favoritesUndo))?.code == .notFound)
    let gone = client.call(.favoritesGet) { $0.key = "a:song:7" }
    #expect(client.reply(to: gone)?.code == .notFound)
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
    var chunks = 0
    while let next = offset {
      let reply = try #require(
        client.reply(
          to: client.call(.favoritesExport) { ($0.format, $0.offset) = (.json, next) }
        )
      )
      bytes += try #require(reply.attachment)
      #expect(reply.done?.media?.type == "application/json")
      offset = reply.done?.next
      revisions.insert(reply.done?.revision)
      chunks += 1
    }
    #expect(chunks > 1 && revisions.count == 1)
    #expect(try JSONCodec.decode(JSONValue.self, from: bytes).elements?.count == expected)
  }

  @Test("are merged with external changes, with a note")
  func uniting() {
    client.importRows(Self.nina)
    var other = FavoritesDocument(fold: Hub.foldedName)
    var random = SystemRandomNumberGenerator()
    _ = other.add([Self.blues], now: Timestamp(microseconds: 1), using: &random)
    hub.handle(.favorites(.merged(other.lines, notes: ["It was changed by another program."])))
    let reply = client.favorites()
    #expect(Set(reply?.names ?? []) == ["Nina Simone", "Pastel Blues"])
    #expect(reply?.done?.notes == ["It was changed by another program."])
  }

  @Test("are checked and compacted by the runtime")
  func checking() {
    let check = client.call(.favoritesCheck)
    let compact = client.call(.favoritesCompact)
    #expect(Set(hub.favoritesActions) == [.check, .compact])
    hub.handle(.favorites(.notChecked(problem: "It is gone.")))
    hub.handle(.favorites(.compacted(linesBefore: 9, linesAfter: 3)))
    #expect(client.reply(to: check)?.code == .favoritesUnavailable)
    #expect(client.reply(to: compact)?.done?.notes?.first?.contains("has 3 now") == true)
  }

  @Test("send events to watchers, whatever changes them")
  func watching() {
    let watcher = hub.connectClient()
    let watch = watcher.call(.hubWatch)
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
    client.call(.favoritesNote) { ($0.key, $0.note) = ("a:artist:1", "live!") }
    client.call(.favoritesRemove) { $0.keys = ["a:artist:1"] }
    client.call(.favoritesUndo)
    #expect(news().map(\.change) == [.updated, .removed, .added])
    hub.handle(.favorites(.merged([], notes: [])))
    #expect(news() == [FavoriteEvent(.many)])
  }

  @Test("that are pending when the hub stops are rejected")
  func stopping() {
    hub.savesFavorites = false
    let call = client.call(.favoritesImport) {
      $0.rows = [["kind": "artist", "id": "a:artist:1", "name": "Nina Simone"]]
    }
    hub.handle(.stopRequested(reason: "a test"))
    #expect(client.reply(to: call)?.code == .hubStopping)
    #expect(hub.isFinished)
  }
}
