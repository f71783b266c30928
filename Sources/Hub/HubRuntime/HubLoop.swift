internal import BusProtocol
internal import FavoritesModel
internal import Glibc
internal import HostKit
internal import HubCore
internal import Storage
internal import ZeroMQ

/// The one thread of the hub: waits, takes in what happened, lets the core decide, does what it says.
struct HubLoop: ~Copyable {
  private var hub: Hub
  private var sockets: HubSockets
  private var processes: ProviderProcesses
  private let signals: SignalDescriptor
  private let hasLease: Bool
  private let log: HubLog
  private var home: RuntimeDirectoryWatch
  private let verdicts: VerdictFile
  private var identities: EntityIndexWriter
  private var shelf: ProviderRegistry
  private let favorites: FavoritesBridge
  private let answers: ProviderCache
  private var clock = WallClock()
  private var events: [Event]
  private var isFinished = false
  private var watch: Watch?

  /// What is waited for; made anew when the processes have changed.
  private struct Watch {
    var poller = Poller()
    var sockets: HubSockets.PollIndices
    var signal: Int
    var lease: Int?
    var answers: Int
    var processes: [Int]
  }

  init(
    hub: Hub,
    sockets: consuming HubSockets,
    processes: ProviderProcesses,
    signals: SignalDescriptor,
    hasLease: Bool,
    log: HubLog,
    home: RuntimeDirectoryWatch,
    verdicts: VerdictFile,
    identities: EntityIndexWriter,
    shelf: ProviderRegistry,
    favorites: FavoritesBridge,
    answers: ProviderCache
  ) {
    self.hub = hub
    self.sockets = sockets
    self.processes = processes
    self.signals = signals
    self.hasLease = hasLease
    self.log = log
    self.home = home
    self.verdicts = verdicts
    self.identities = identities
    self.shelf = shelf
    self.favorites = favorites
    self.answers = answers
    let known: [Event] = [
      favorites.open(), identities.found(),
      .verdictsFound(verdicts.verdicts, problem: verdicts.problem),
    ]
    events = [clock.news()].compactMap(\.self) + known
    tellOfProviders()
  }

  /// Runs until the hub has stopped and nothing of it is left.
  mutating func run() throws {
    defer { close() }
    while !isFinished {
      try handleAll()
      guard !isFinished else { break }
      // All changes of a turn share a sync.
      favorites.flush()
      try wait()
      try takeFavoritesNews()
      if home.isGone() { events.append(.stopRequested(reason: "its folder is gone")) }
      if shelf.hasNews() { tellOfProviders() }
      if let event = clock.news() { events.append(event) }
      events.append(.tick)
    }
  }

  private mutating func handleAll() throws {
    while !events.isEmpty {
      let batch = events
      events = []
      for event in batch {
        for action in hub.handle(event, at: HubLoop.now) { try perform(action) }
      }
    }
  }

  /// So long a disk is waited for that does not answer: the hub ends without it then.
  private static let closing = Duration.seconds(5)

  private mutating func close() {
    identities.write()
    let deadline = Deadline.after(HubLoop.closing)
    if !favorites.close(before: deadline) {
      log.write(
        .error,
        "The disk of the favourites does not answer; changes that were not answered may be lost."
      )
    }
    if !answers.close(before: deadline) {
      log.write(.error, "The disk of the kept answers does not answer; some may be lost.")
    }
  }

  /// What became of favourites comes before all else that has happened: no change may be made on top
  /// of one that the hub does not know yet to have failed, or that was united with another version.
  private mutating func takeFavoritesNews() throws {
    for news in favorites.takeNews() {
      if let event = FavoritesEvent(news) {
        for action in hub.handle(.favorites(event), at: HubLoop.now) { try perform(action) }
      } else {
        favorites.reunite(hub.favoritesDocument)
      }
    }
  }

  private mutating func perform(_ action: Action) throws {
    switch action {
    case .send(let message, let peer):
      if let event = try sockets.send(message, to: peer) { events.append(event) }
    case .spawn(let id):
      watch = nil
      events.append(processes.spawn(id))
    case .stop(let id, let graceMs): processes.stop(id, graceMs: graceMs)
    case .checkConfiguration(let id, let schema):
      for problem in processes.problems(inConfigurationOf: id, schema) {
        log.write(.warning, "config.json: \(problem)")
      }
    case .changeManifests(let change, let ticket):
      let result = shelf.make(change)
      shelf.look()
      tellOfProviders()
      events.append(.manifestsChanged(ticket: ticket, result))
    case .keepVerdicts(let list, let ticket): events.append(keep(list, ticket))
    case .keepIdentities(let changes): identities.note(changes)
    case .favorites(let order): favorites.perform(order)
    case .findAnswer(let text, let ticket): answers.take(.find(text, ticket: ticket))
    case .keepAnswer(let answer, let text): answers.take(.keep(answer, text))
    case .noteSearch(let method, let text, let total):
      let atMs = WallClock.unixMs
      answers.take(.note(.init(method: method.rawValue, text: text, atMs: atMs, total: total)))
    case .orderCache(let order, let ticket): answers.take(.order(order, ticket: ticket))
    case .log(let level, let text): log.write(level, text)
    case .finished: isFinished = true
    }
  }

  private mutating func tellOfProviders() {
    processes.know(shelf.found)
    events.append(.providersFound(shelf.listing))
  }

  private func keep(_ list: [StoredVerdict], _ ticket: Int) -> Event {
    do {
      try verdicts.write(list)
      return .verdictsKept(ticket: ticket, problem: nil)
    } catch {
      return .verdictsKept(ticket: ticket, problem: "\(error)")
    }
  }

  private mutating func wait() throws {
    var watch = self.watch ?? newWatch()
    self.watch = nil
    let isAny = try wait(on: &watch.poller)
    self.watch = watch
    if isAny { try takeIn(watch) }
    let hasNews = isAny && watch.processes.contains { watch.poller.isReadable($0) }
    if hasNews || processes.nextDeadline?.isExpired == true { lookAtProcesses() }
  }

  /// Waits for the first thing to do. What is to be written is written in a pause, or when it was put
  /// off for too long.
  private mutating func wait(on poller: inout Poller) throws -> Bool {
    if let leftMs = identities.leftMs {
      if try leftMs > 0 && poller.wait(timeoutMs: min(waitMs, HubLoop.momentMs)) { return true }
      identities.write()
    }
    return try poller.wait(timeoutMs: waitMs)
  }

  private func newWatch() -> Watch {
    var poller = Poller()
    let places = sockets.add(to: &poller)
    let signal = poller.add(descriptor: signals.descriptor)
    _ = poller.add(favorites.wakeUp)
    let lease = hasLease ? poller.add(descriptor: STDIN_FILENO) : nil
    let news = poller.add(answers.wakeUp)
    let ends = processes.descriptors.map { poller.add(descriptor: $0) }
    return Watch(
      poller: poller,
      sockets: places,
      signal: signal,
      lease: lease,
      answers: news,
      processes: ends
    )
  }

  private mutating func takeIn(_ watch: Watch) throws {
    if watch.poller.isReadable(watch.signal), let signal = signals.next() {
      events.append(.stopRequested(reason: "signal \(String(cString: strsignal(signal)))"))
    }
    if let lease = watch.lease, watch.poller.isReadable(lease), HubLoop.leaseHasEnded() {
      events.append(.stopRequested(reason: "whoever started it is gone"))
    }
    if watch.poller.isReadable(watch.answers) { events += answers.takeNews() }
    for line in try sockets.answerDoor(watch.poller, watch.sockets, at: HubLoop.now) {
      log.write(.warning, line)
    }
    for number in 0..<HubSockets.turn {
      let check = HelloVerifier(processes: processes)
      let isFirst = number == 0
      let news = try sockets.receive(watch.poller, watch.sockets, check, afterWait: isFirst)
      guard !news.isEmpty, !isFinished else { break }
      events += news
      try handleAll()
    }
  }

  /// In so many milliseconds without anything to do there is time to write.
  private static let momentMs = 20

  /// How long nothing needs to be done, in milliseconds.
  private var waitMs: Int {
    let core = hub.nextDeadline.map { max(0, $0 - HubLoop.now) } ?? 1000
    return min(core, processes.nextDeadline?.remainingMs ?? 1000, shelf.leftMs)
  }

  private mutating func lookAtProcesses() {
    watch = nil
    let news = processes.news(at: HubLoop.now)
    for (id, line) in news.lines { log.write(.info, line, of: id) }
    events += news.exits.map { Event.providerExited($0, $1) }
  }

  private static var now: Instant { Instant(milliseconds: MonotonicClock.nowMs) }

  /// Whatever else is written to the lease is of no interest.
  private static func leaseHasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    return read(STDIN_FILENO, &bytes, bytes.count) <= 0
  }
}
