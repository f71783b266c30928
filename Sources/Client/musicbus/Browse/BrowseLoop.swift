import BusProtocol
import ClientKit
import CommandKit
import FavoritesModel
import Glibc
import HostKit
import MusicModel

/// The loop of `musicbus browse`: reads keys, makes calls and draws.
final class BrowseLoop {
  private let context: CommandContext
  private let calls: BrowseCalls
  private let player: BrowsePlayer
  private var state: BrowseState
  private var searchNumber = 0
  private var searchTime: Deadline?
  private var input: [UInt8] = []
  /// The time from which an incomplete escape sequence is the key Escape.
  private var inputTime: Deadline?
  private var hasHome = false
  private var favorites: [Entity] = []
  private var chart: [Entity] = []
  private var drawn = ""

  private static let resultsPerKind = 10
  private static let favoritesAtHome = 8
  private static let chartAtHome = 20
  /// The parts of a key may arrive so late over a network.
  private static let keyTime = Duration.milliseconds(200)
  /// The pause in typing after which a search begins.
  private static let typingPause = Duration.milliseconds(150)

  init(_ context: CommandContext, text: String) throws {
    self.context = context
    calls = try BrowseCalls(context.locator(), timeout: context.settings.timeout)
    let command = try context.configured(.player).flatMap { $0.trimmed.isEmpty ? nil : $0 }
    player = BrowsePlayer(command: command, environment: context.environment)
    state = BrowseState(text: text)
    if !text.isEmpty { searchTime = .after(.zero) }
  }

  /// Runs until the user quits. The terminal is restored however it ends.
  func run() throws -> ExitStatus {
    guard ScreenMode.enter() else {
      throw CommandFailure("Standard input is not a terminal.", "Use: musicbus search TEXT")
    }
    defer { ScreenMode.leave() }
    try submit(Call.searchesRecent(limit: 30).whole, for: .recent)
    if state.text.isEmpty { try loadHome() }
    while true {
      draw()
      for key in try readKeys() {
        guard let effect = state.handle(key) else { continue }
        if effect == .quit { return .ok }
        try perform(effect)
      }
      if let time = searchTime, time.isExpired { try search() }
      for completion in try calls.step() { try handle(completion) }
    }
  }

  /// Waits for keys, briefly while calls are in flight.
  private func readKeys() throws -> [Key] {
    let timesMs = [searchTime, inputTime].compactMap { $0?.remainingMs }
    let timeoutMs = timesMs.reduce(calls.isWaiting ? 10 : 100, min)
    var item = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let count = poll(&item, 1, CInt(timeoutMs))
    if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
    guard count > 0 else {
      guard let inputTime, inputTime.isExpired else { return [] }
      self.inputTime = nil
      return Key.keys(from: &input, isComplete: true)
    }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let length = read(STDIN_FILENO, &buffer, buffer.count)
    // The terminal is gone.
    guard length > 0 else { return [.control("d")] }
    input += buffer.prefix(length)
    let keys = Key.keys(from: &input)
    inputTime = input.isEmpty ? nil : .after(BrowseLoop.keyTime)
    return keys
  }

  /// Requests what is shown before a text is typed, once.
  private func loadHome() throws {
    guard !hasHome else { return }
    hasHome = true
    let favorites = Call.favorites.with { ($0.limit, $0.offset) = (BrowseLoop.favoritesAtHome, 0) }
    try submit(favorites, for: .favorites)
    let chart = Call.chart(.albums).with { ($0.limit, $0.offset) = (BrowseLoop.chartAtHome, 0) }
    try submit(chart, for: .chart)
  }

  private func draw() {
    state.playing = player.progress
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = isKnown ? Int(size.ws_col) : 80
    let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
    state.pageSize = max(1, rows - BrowseScreen.frameRows)
    let screen = BrowseScreen(state: state, columns: columns, rows: rows)
    state.maxScroll = screen.maxScroll
    let text = screen.text(context.terminal.outputRendering)
    guard text != drawn else { return }
    drawn = ScreenMode.write(text) ? text : ""
  }

  private func perform(_ effect: BrowseState.Effect) throws {
    switch effect {
    case .search(let text):
      calls.cancelSearches()
      searchNumber += 1
      if text.trimmed.isEmpty {
        state.show([])
        try loadHome()
      }
      searchTime = text.trimmed.isEmpty ? nil : .after(BrowseLoop.typingPause)
    case .enter(let entity): try enter(entity)
    case .inspect(let entity): try inspect(entity)
    case .play(let entity): try play(entity)
    case .toggle(let entity): try toggle(entity)
    case .open(let entity): open(entity)
    case .suspend:
      ScreenMode.leave()
      raise(SIGTSTP)
      _ = ScreenMode.enter()
      drawn = ""
    case .quit: break
    }
  }

  private func search() throws {
    searchTime = nil
    state.status = "Searching …"
    let search = Call.searchAll(state.text.trimmed).with { parameters in
      parameters.limit = BrowseLoop.resultsPerKind
      // Most of these texts are incomplete.
      parameters.lookup = true
    }
    try submit(search, for: .search(number: searchNumber))
  }

  private func submit(_ call: Call<Reply>, for purpose: BrowseCalls.Purpose) throws {
    calls.submit(try context.filled(call), for: purpose)
  }

  private func enter(_ entity: Entity) throws {
    state.status = "Loading …"
    switch entity {
    case .artist:
      let albums = Call.albums(ofArtist: entity.id).with { ($0.sort, $0.limit) = (.date, 100) }
      try submit(albums, for: .list(entity))
    case .album:
      try submit(.songs(of: entity.id).with { $0.limit = 200 }, for: .list(entity))
    case .song: try inspect(entity)
    case .chart: state.status = ""
    }
  }

  private func inspect(_ entity: Entity) throws {
    state.status = "Loading …"
    try submit(Call.providers.whole, for: .services)
    try submit(.get(entity.id), for: .detail(entity))
  }

  private func play(_ entity: Entity) throws {
    if player.isPlaying {
      player.stop()
      state.status = "Stopped."
      return
    }
    guard entity.kind == .song else {
      state.status = "Only songs have previews: press Enter to list them."
      return
    }
    state.status = "Loading the preview …"
    try submit(.preview(of: entity.id), for: .preview(entity))
  }

  private func toggle(_ entity: Entity) throws {
    let change =
      entity.isFavorite
      ? Call.favoritesRemove([entity.id.description]) : Call.favoritesAdd(entity.id)
    try submit(change.whole, for: .heart(entity))
  }

  private func open(_ entity: Entity) {
    guard let url = entity.links.sorted(by: { $0.key < $1.key }).first?.value else {
      state.status = "\(entity.displayName) has no link."
      return
    }
    state.status = Browser.open(url, context.environment) ? "Opened \(url)" : url
  }

  private func handle(_ completion: BrowseCalls.Completion) throws {
    let reply: Reply
    guard isCurrent(completion.purpose) else { return }
    switch completion.result {
    case .success(let value): reply = value
    case .failure(let error):
      return try handle(error, completion.purpose)
    }
    switch completion.purpose {
    case .search: showFound(reply)
    case .favorites:
      favorites = reply.items
      state.showHome(favorites: favorites, chart: chart)
    case .chart:
      chart = reply.items
      state.showHome(favorites: favorites, chart: chart)
    case .recent:
      state.recent = RecentCommand.unique(reply.done.recent ?? []).map(\.text)
    case .list(let entity):
      state.status = ""
      let title = entity.artistName.map { "\($0) – \(entity.displayName)" } ?? entity.displayName
      state.push(BrowseState.Level(title: title, entities: reply.items))
    case .detail(let entity):
      state.status = ""
      let detail = reply.items.first ?? entity
      state.push(BrowseState.Level(title: detail.displayName, detail: detail))
    case .services: state.table = ServiceTable(reply.done.providers ?? [])
    case .preview(let entity): startPlaying(entity, reply)
    case .heart(let entity):
      let isFavorite = !entity.isFavorite
      state.replace(entity.marked(isFavorite))
      state.status = isFavorite ? "Added: \(entity.displayName)" : "Removed: \(entity.displayName)"
    }
  }

  private func showFound(_ reply: Reply?) {
    let found = reply?.items ?? []
    state.show(found)
    let isLost = context.isDisconnected
    let nothing = context.emptyMessage(
      isLost ? "The library does not have it." : "Nothing found.",
      suggesting: reply?.done.suggestion?.text
    )
    state.status = found.isEmpty ? nothing : isLost ? CommandContext.networkLost : ""
  }

  private func handle(_ error: ClientError, _ purpose: BrowseCalls.Purpose) throws {
    if case .failed(let failure) = error {
      if failure.code == .cancelled { return }
      if !context.isDisconnected, failure.noNetwork == true {
        context.disconnect(silently: true)
        return try retryInLibrary(purpose)
      }
      if context.isDisconnected, failure.sources != nil, case .search = purpose {
        return showFound(nil)
      }
    }
    switch purpose {
    // The first screen does without.
    case .favorites, .chart, .recent, .services: break
    default: state.status = "\(error.message) \(error.hint)"
    }
  }

  private func retryInLibrary(_ purpose: BrowseCalls.Purpose) throws {
    switch purpose {
    case .search: try search()
    case .list(let entity): try enter(entity)
    case .detail(let entity): try inspect(entity)
    case .chart, .favorites, .recent:
      hasHome = false
      try loadHome()
    case .services, .preview, .heart: state.status = CommandContext.networkLost
    }
  }

  /// Whether the user still waits for a reply. A list that arrives late must not interrupt typing.
  private func isCurrent(_ purpose: BrowseCalls.Purpose) -> Bool {
    switch purpose {
    case .search(let number): number == searchNumber
    case .list(let entity), .detail(let entity): state.awaited == entity.id
    case .preview, .heart, .services, .favorites, .chart, .recent: true
    }
  }

  private func startPlaying(_ entity: Entity, _ reply: Reply) {
    do {
      guard let bytes = reply.attachment, let type = reply.done.media?.type else { return }
      try player.play(bytes, type: type, entity.displayName)
      state.status = ""
    } catch let error as any UserFacingError {
      state.status = "\(error.message) \(error.hint)"
    } catch {
      state.status = "The player did not start."
    }
  }
}
