import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Storage
import TestKit
import Testing

@Suite("Imports")
struct ImportsTests {
  var hub = HubDriver.withFavorites { $0.hasProviderCache = true }
  private let shop: ModelProvider
  private let client: ModelClient
  private let store: ImportStore

  init() throws {
    shop = hub.connectProvider("shop", serving: [.songsSearch, .songGet])
    client = hub.connectClient()
    store = try ImportStore(at: nil)
    hub.handle(.importsLoaded([]))
  }

  /// Does what the store is to do, and answers look-ups, until nothing is left to do now.
  private func work(
    _ hub: HubDriver? = nil,
    _ provider: ModelProvider? = nil,
    _ reply: ((ReceivedCall) -> Bool)? = nil
  ) throws {
    let (hub, provider) = (hub ?? self.hub, provider ?? shop)
    for _ in 0..<2_000 {
      guard let (action, operation) = hub.importActions.first else {
        let calls = provider.takeCalls()
        if calls.isEmpty { return }
        for call in calls where reply?(call) != true { answer(call, at: provider) }
        continue
      }
      hub.importActions.removeFirst()
      hub.handle(.importsReplied(operation: operation, try store.perform(action)))
    }
    Issue.record("It does not end.")
  }

  /// The shop has each song but those that are named "None".
  private func answer(_ call: ReceivedCall, at provider: ModelProvider) {
    let text = call.parameters.text ?? ""
    if text.hasPrefix("None") { return provider.reply(to: call) }
    provider.reply(to: call, song(text, by: call.parameters.artist))
  }

  private func song(_ title: String, by artist: String? = "Ann Bell") -> Entity {
    let number = title.split(separator: " ").last ?? "0"
    var song = Song(id: id("shop:song:\(number)"), title: title, artist: nil)
    song.artist = artist.map { ArtistReference(name: $0) }
    return .song(song)
  }

  private func row(_ number: Int, _ title: String, by artist: String? = "Ann Bell") -> EncodedJSON {
    var song = Song(id: id("row:song:\(number)"), title: title, artist: nil)
    song.artist = artist.map { ArtistReference(name: $0) }
    let bytes = try? JSONCodec.encode(ImportRow(number: number, entity: .song(song)))
    return EncodedJSON(json: bytes ?? [])
  }

  private static let file: EncodedJSON = ["name": "list.txt", "format": "list", "rows": 3]

  private func start(_ rows: [EncodedJSON], _ batch: String = "b1") throws -> ImportReport? {
    let added = client.call(.importsAdd) { ($0.rows, $0.batch) = (rows, batch) }
    try work()
    #expect(client.reply(to: added)?.done != nil)
    let started = client.call(.importsStart) { ($0.batch, $0.file) = (batch, Self.file) }
    for (action, operation) in hub.importActions {
      hub.importActions.removeFirst()
      hub.handle(.importsReplied(operation: operation, try store.perform(action)))
    }
    return client.reply(to: started)?.done?.imports?.first
  }

  private func report(_ client: ModelClient? = nil, _ hub: HubDriver? = nil) throws -> ImportReport?
  {
    let client = client ?? self.client
    let call = client.call(.importsList)
    try work(hub) { _ in true }
    return client.reply(to: call)?.done?.imports?.first
  }

  private var favorites: [String] { client.favorites()?.items.map(\.displayName) ?? [] }

  @Test("find what the rows mean, make it favourites, and say what became of the rest")
  func whole() throws {
    let rows = [row(1, "Rain 1"), row(2, "None 2"), row(3, "Sun 3", by: nil), row(4, "Hail 4")]
    #expect(try start(rows)?.state == .running)
    try work()
    let report = try #require(try report())
    #expect(report.state == .done && report.open == 0)
    #expect(report.found == 2 && report.notFound == 1 && report.doubtful == 1)
    #expect(report.results == ["added": 2])
    #expect(favorites == ["Rain 1", "Hail 4"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("go on without the client that has begun them")
  func clientLeaves() throws {
    #expect(try start([row(1, "Rain 1")]) != nil)
    client.disconnect()
    try work()
    let other = hub.connectClient()
    #expect(try report(other)?.state == .done)
    #expect(other.favorites()?.items.map(\.displayName) == ["Rain 1"])
  }

  @Test("go on with the next hub, which asks only for what is open")
  func restart() throws {
    #expect(try start((1...20).map { row($0, "Song \($0)") }) != nil)
    var count = 0
    try work { _ in
      count += 1
      return count > 16
    }
    #expect(favorites.count == 16)
    let next = HubDriver.withFavorites { $0.hasProviderCache = true }
    let provider = next.connectProvider("shop", serving: [.songsSearch])
    let client = next.connectClient()
    next.handle(.importsLoaded(try store.begun()))
    var asked: [String] = []
    try work(next, provider) { call in
      asked.append(call.parameters.text ?? "")
      return false
    }
    #expect(asked == (17...20).map { "Song \($0)" })
    let report = try #require(try report(client, next))
    #expect(report.state == .done && report.found == 20)
    #expect(
      client.favorites()?.items.count == 4,
      "those of before are in the file of the first hub"
    )
  }

  @Test("wait for a source that refuses for a while, and look the row up again")
  func refusal() throws {
    #expect(try start([row(1, "Rain 1")]) != nil)
    var refusals = 0
    try work { [shop] call in
      refusals += 1
      if refusals > 2 { return false }
      shop.fail(call, .upstreamRateLimited, retryAfterMs: 20_000)
      return true
    }
    for _ in 0..<20 where try report()?.state == .running {
      hub.advance(5_000)
      try work { [shop] call in
        refusals += 1
        if refusals > 2 { return false }
        shop.fail(call, .upstreamRateLimited, retryAfterMs: 20_000)
        return true
      }
    }
    #expect(try report()?.state == .done && refusals == 3)
    #expect(favorites == ["Rain 1"])
  }

  @Test("look rows up later whose source does not reply, and say so meanwhile")
  func rest() throws {
    #expect(try start([row(1, "Rain 1"), row(2, "None 2")]) != nil)
    try work { [shop] call in
      guard call.parameters.text == "Rain 1" else { return false }
      shop.fail(call, .upstreamUnreachable)
      return true
    }
    let waiting = try #require(try report())
    #expect(waiting.state == .waiting && waiting.open == 1 && waiting.notFound == 1)
    #expect(waiting.problem?.contains("did not reply") == true)
    hub.advance(60_000)
    try work()
    #expect(try report()?.state == .done)
    #expect(favorites == ["Rain 1"])
  }

  @Test("are asked for what the user has decided, once")
  func answer() throws {
    #expect(try start([row(1, "Rain 1", by: nil), row(2, "Sun 2", by: nil)]) != nil)
    try work()
    let rows = client.call(.importsRows) { $0.rowState = .doubtful }
    try work()
    let doubts = try #require(client.reply(to: rows)?.done)
    #expect(doubts.total == 2 && doubts.rows?.map(\.row.number) == [1, 2])
    #expect(doubts.rows?.first?.choices?.map(\.entity.id) == [id("shop:song:1")])
    func answer(_ row: Int, _ id: String?) throws -> CallReply? {
      let call = client.call(.importsAnswer) { parameters in
        (parameters.batch, parameters.row, parameters.id) = ("b1", row, id.flatMap { EntityID($0) })
      }
      try work()
      return client.reply(to: call)
    }
    #expect(try answer(1, "shop:song:9")?.code == .invalidParams)
    #expect(try answer(1, "shop:song:1")?.done?.results?.map(\.outcome) == [.added])
    #expect(try answer(1, "shop:song:1")?.code == .notFound)
    #expect(try answer(2, nil)?.done?.results?.isEmpty == true)
    #expect(favorites == ["Rain 1"])
    let report = try #require(try report())
    #expect(report.doubtful == 0 && report.found == 1 && report.notFound == 1)
  }

  @Test("make what their ids say favourites, also with the next hub, and only once")
  func known() throws {
    let rows = (1...3).map { number in
      var row = ImportRow(number: number, entity: song("Song \(number)"))
      row.id = id("shop:song:\(number)")
      return EncodedJSON(json: (try? JSONCodec.encode(row)) ?? [])
    }
    #expect(try start(rows)?.found == 3)
    // The hub ends before it has added anything.
    hub.importActions = []
    let next = HubDriver.withFavorites { $0.hasProviderCache = true }
    let client = next.connectClient()
    next.handle(.importsLoaded(try store.begun()))
    try work(next)
    #expect(client.favorites()?.items.count == 3)
    let removed = client.call(.favoritesRemove) { $0.keys = ["shop:song:1"] }
    #expect(client.reply(to: removed)?.done != nil)
    // Another one does not bring back what the user has removed.
    let last = HubDriver.withFavorites { $0.hasProviderCache = true }
    last.handle(.importsLoaded(try store.perform(.list(nil)).imports))
    try work(last)
    #expect(last.connectClient().favorites()?.items.isEmpty == true)
  }

  @Test("wait for a source that is away when they begin, instead of not finding rows")
  func away() throws {
    let other = hub.connectProvider("other", serving: [.songsSearch])
    other.exit()
    #expect(try start([row(1, "None 1")]) != nil)
    try work()
    for _ in 0..<4 {
      hub.advance(10_000)
      try work()
    }
    let report = try #require(try report())
    #expect(report.notFound == 0 && report.open == 1)
  }

  @Test("go on if a source is removed between two stages")
  func removed() throws {
    let scarce = hub.connectProvider("scarce", serving: [.songsSearch]) {
      $0.methods["songs.search"]?.cost = ["scarce.example": 1]
      $0.budgets = ["scarce.example": .init(requests: 1, perMs: 1_000)]
    }
    #expect(try start([row(1, "None 1"), row(2, "Rain 2")]) != nil)
    while let (action, operation) = hub.importActions.first {
      hub.importActions.removeFirst()
      // The second stage is about to begin.
      if case .read(_, .open, after: 0, _) = action, favorites == ["Rain 2"] { scarce.exit() }
      hub.handle(.importsReplied(operation: operation, try store.perform(action)))
      for call in shop.takeCalls() { answer(call, at: shop) }
      for call in scarce.takeCalls() { answer(call, at: scarce) }
    }
    #expect(favorites == ["Rain 2"])
  }

  @Test("wait while the disk is full, and lose nothing")
  func noRoom() throws {
    #expect(try start([row(1, "Rain 1")]) != nil)
    while let (action, operation) = hub.importActions.first {
      hub.importActions.removeFirst()
      let isNote = if case .note = action { true } else { false }
      let reply = isNote ? .failed("The disk is full.") : try store.perform(action)
      hub.handle(.importsReplied(operation: operation, reply))
      for call in shop.takeCalls() { answer(call, at: shop) }
    }
    let waiting = try #require(try report())
    #expect(waiting.state == .waiting && waiting.problem == "The disk is full.")
    hub.advance(60_000)
    try work()
    let report = try #require(try report())
    #expect(report.state == .done && report.found == 1 && favorites == ["Rain 1"])
  }

  @Test("are done as soon as they are, whatever the store knows")
  func end() throws {
    #expect(try start([row(1, "Rain 1")]) != nil)
    var ends = 0
    while let (action, operation) = hub.importActions.first {
      hub.importActions.removeFirst()
      if case .end = action {
        ends += 1
        hub.handle(.importsReplied(operation: operation, .failed("The disk is full.")))
        continue
      }
      hub.handle(.importsReplied(operation: operation, try store.perform(action)))
      for call in shop.takeCalls() { answer(call, at: shop) }
    }
    #expect(try ends == 1 && store.begun().count == 1)
    #expect(try report()?.state == .done)
  }

  @Test("are carried out if the call that starts them was cancelled")
  func cancelledStart() throws {
    let added = client.call(.importsAdd) { ($0.rows, $0.batch) = ([row(1, "Rain 1")], "b1") }
    try work()
    #expect(client.reply(to: added)?.done != nil)
    let started = client.call(.importsStart) { ($0.batch, $0.file) = ("b1", Self.file) }
    client.cancel(started)
    try work()
    #expect(client.reply(to: started)?.code == .cancelled)
    #expect(try report()?.state == .done && favorites == ["Rain 1"])
  }

  @Test("keep a row open that is doubtful as long as a source has not replied")
  func doubtWhileMissing() throws {
    let other = hub.connectProvider("other", serving: [.songsSearch])
    #expect(try start([row(1, "Sun 1", by: nil)]) != nil)
    for _ in 0..<5 {
      try work()
      for call in other.takeCalls() { other.fail(call, .upstreamUnreachable) }
    }
    let waiting = try #require(try report())
    #expect(waiting.state == .waiting && waiting.open == 1 && waiting.doubtful == 0)
  }

  @Test("begin anew if they are started while they run")
  func startedTwice() throws {
    #expect(try start((1...40).map { row($0, "Song \($0)") }) != nil)
    var (count, late): (Int, [ReceivedCall]) = (0, [])
    try work { call in
      count += 1
      if count > 16 { late.append(call) }
      return count > 16
    }
    let again = client.call(.importsStart) { $0.batch = "b1" }
    for call in late { answer(call, at: shop) }
    try work()
    #expect(client.reply(to: again)?.done != nil)
    let report = try #require(try report())
    #expect(report.state == .done && report.results == ["unchanged": 16, "added": 24])
    #expect(favorites.count == 40)
  }

  @Test("are refused for a provider that there is not")
  func unknownProvider() {
    let call = client.call(.importsStart) { parameters in
      (parameters.batch, parameters.file) = ("b1", Self.file)
      parameters.providers = ["typo"].compactMap(ProviderID.init(rawValue:))
    }
    #expect(client.reply(to: call)?.failure != nil && hub.importActions.isEmpty)
  }

  @Test("wait while the favourites cannot be changed, and say why")
  func unavailable() throws {
    hub.savesFavorites = false
    #expect(try start([row(1, "Rain 1")]) != nil)
    try work()
    let change = try #require(hub.savedChanges.last)
    hub.handle(.favorites(.failed(from: change.at, problem: "The disk is full.")))
    try work()
    let waiting = try #require(try report())
    #expect(waiting.state == .waiting && waiting.problem == "The disk is full.")
    hub.savesFavorites = true
    hub.advance(60_000)
    try work()
    #expect(try report()?.state == .done && favorites == ["Rain 1"])
  }

  @Test("are stopped by a client, and go on when they are started again")
  func stop() throws {
    #expect(try start((1...3).map { row($0, "Song \($0)") }) != nil)
    let stop = client.call(.importsStop) { $0.batch = "b1" }
    try work { _ in true }
    #expect(client.reply(to: stop)?.done?.imports?.first?.state == .stopped)
    hub.advance(60_000)
    try work()
    #expect(favorites.isEmpty)
    let again = client.call(.importsStart) { $0.batch = "b1" }
    try work()
    #expect(client.reply(to: again)?.done != nil)
    #expect(try report()?.state == .done && favorites.count == 3)
    let unknown = client.call(.importsStop) { $0.batch = "b9" }
    try work()
    #expect(client.reply(to: unknown)?.code == .notFound)
  }

  @Test("that are undone do not go on")
  func undo() throws {
    #expect(try start((1...40).map { row($0, "Song \($0)") }) != nil)
    var count = 0
    try work { _ in
      count += 1
      return count > 16
    }
    #expect(favorites.count == 16)
    #expect(client.outcomes(.favoritesUndo)?.count == 16)
    hub.advance(60_000)
    try work()
    #expect(favorites.isEmpty)
    #expect(try report()?.state == .stopped)
  }

  @Test("are carried out one after the other")
  func order() throws {
    #expect(try start([row(1, "Rain 1")], "b1")?.state == .running)
    let added = client.call(.importsAdd) { ($0.rows, $0.batch) = ([row(1, "Sun 1")], "b2") }
    var asked: [ReceivedCall] = []
    try work { call in
      asked.append(call)
      return true
    }
    #expect(client.reply(to: added)?.done != nil)
    let second = client.call(.importsStart) { ($0.batch, $0.file) = ("b2", Self.file) }
    try work { _ in true }
    #expect(client.reply(to: second)?.done?.imports?.first?.state == .waiting)
    // The first one waits for its source now, so that the second one is carried out.
    for call in asked { shop.fail(call, .upstreamUnreachable) }
    try work()
    func all() throws -> [ImportReport.State]? {
      let all = client.call(.importsList)
      try work()
      return client.reply(to: all)?.done?.imports?.map(\.state)
    }
    #expect(try all() == [.waiting, .done])
    hub.advance(60_000)
    try work()
    #expect(try all() == [.done, .done])
  }

  @Test(
    "leave half of a budget to clients, if one has asked within a minute",
    arguments: [false, true]
  )
  func budgets(isInUse: Bool) throws {
    let hub = HubDriver.withFavorites()
    let scarce = hub.connectProvider("scarce", serving: [.songsSearch]) {
      $0.methods["songs.search"]?.cost = ["shop.example": 1]
      $0.budgets = ["shop.example": .init(requests: 10, perMs: 5_000)]
    }
    if isInUse {
      let client = hub.connectClient()
      let search = client.call(.songsSearch) { $0.text = "Rain" }
      scarce.reply(to: scarce.takeCall(), spent: ["shop.example": 1])
      #expect(client.reply(to: search) != nil)
    }
    let rows = (1...20).map { number in
      let song = Song(id: id("row:song:\(number)"), title: "Song \(number)")
      return ImportRow(number: number, entity: .song(song))
    }
    _ = try store.perform(.add(rows, to: "b1"))
    let info = ImportedFileInfo(name: "x", format: "list", rows: 20)
    _ = try store.perform(.start("b1", info, ImportMarket()))
    hub.handle(.importsLoaded(try store.begun()))
    var count = 0
    try work(hub, scarce) { call in
      count += 1
      scarce.reply(to: call, spent: ["shop.example": 1])
      return true
    }
    #expect(count == (isInUse ? 5 : 10))
  }

  @Test("say what is wrong with a row")
  func invalid() throws {
    for (row, text) in [
      (["number": 1] as EncodedJSON, "Element 1 of \"rows\" is not a valid row: it has neither"),
      (["number": 0, "id": "a:song:1"], "its number is 0, not 1 to"),
      (["id": "a:song:1"], "number"),
    ] {
      let call = client.call(.importsAdd) { ($0.rows, $0.batch) = ([row], "b1") }
      let failure = client.reply(to: call)?.failure
      #expect(failure?.code == .invalidParams && failure?.message.contains(text) == true)
    }
  }

  @Test("whose store cannot be used wait, and say why")
  func failure() throws {
    #expect(try start([row(1, "Rain 1")]) != nil)
    let (_, operation) = try #require(hub.importActions.first)
    hub.importActions = []
    hub.handle(.importsReplied(operation: operation, .failed("The disk is full.")))
    try work()
    let report = try #require(try report())
    #expect(report.state == .waiting && report.problem == "The disk is full.")
  }
}

extension ImportStoreReply {
  /// The imports of a list.
  fileprivate var imports: [StoredImport] { if case .imports(let all) = self { all } else { [] } }
}
