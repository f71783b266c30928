import BusProtocol
import EntityResolution
import FavoritesModel
import HubCore
import MusicModel
import Testing

/// A hub whose clients, providers, processes, storage and clock are played by the test.
///
/// Messages of the hub are in the mailbox of their receiver until the test takes them out.
final class HubDriver {
  var hub: Hub
  private(set) var now = Instant(milliseconds: 1_000_000)
  private(set) var lines: [Line] = []
  private(set) var isFinished = false
  /// Processes that the hub requested and the test has not started yet.
  var spawns: [ProviderID] = []
  /// The manifests that discovery finds.
  var listing = DiscoveryResult([DiscoveredManifest]())
  /// Configuration checks that the hub requested.
  private(set) var checks: [(provider: ProviderID, schema: JSONValue)] = []
  /// Manifest changes that the hub requested.
  var changes: [(change: ManifestChange, operation: Int)] = []
  /// Processes that the hub stopped.
  var stops: [ProviderID] = []
  /// Providers that got settings which were withheld from them.
  var acceptedSettings: [ProviderID] = []
  /// Peers that reply to pings automatically.
  var responsive: Set<Peer> = []
  /// The verdicts that the hub saved last.
  private(set) var verdictFile: [StoredVerdict] = []
  private var stored = Stored()
  /// Whether verdicts are saved immediately, or when the test confirms it.
  var savesVerdicts = true
  var operations: [Int] = []
  /// The favourites actions of the hub.
  var favoritesActions: [FavoritesAction] = []
  /// Whether favourites are saved immediately, or when the test confirms it.
  var savesFavorites = true
  /// Whether checks for external changes complete immediately, or when the test completes them.
  var checksFavorites = true
  /// The content of the provider cache.
  var storedReplies: [ProviderQuery: CachedReply] = [:]
  var completesLookups = true
  var lookups: [Int] = []
  private(set) var searches: [String] = []
  private(set) var cacheActions: [(order: CacheAction, operation: Int)] = []
  /// What the store of imports is to do, which the test does.
  var importActions: [(action: ImportAction, operation: Int)] = []
  private var mail: [Peer: [WireMessage]] = [:]
  private var numbers = 0
  private var isInTurn = false

  struct Line: Hashable {
    var level: LogLevel
    var text: String
  }

  /// Data that the hub stores without waiting for it.
  private struct Stored {
    var identities: [EntityIndexChanges] = []
    var budgets: [BudgetScope: StoredBudget] = [:]
    var releases: [ReleaseChanges] = []
    var favoriteLinks: [FavoriteLinkChanges] = []
    var retained: [[EntityID]] = []
    var libraryQueries: [(query: LibraryQuery, operation: Int)] = []
    var listedFreshMs: [Int?] = []
  }

  /// How old a record of a list may be for each lookup of a reply.
  var listedFreshMs: [Int?] { stored.listedFreshMs }
  /// The stored changes of the links of favourites.
  var linkChanges: [FavoriteLinkChanges] { stored.favoriteLinks }
  /// The stored changes of new releases.
  var releaseChanges: [ReleaseChanges] { stored.releases }
  /// The ids whose records were to be retained, each time.
  var retainedIDs: [[EntityID]] { stored.retained }
  /// The lookups in the library, which the test completes.
  var libraryQueries: [(query: LibraryQuery, operation: Int)] { stored.libraryQueries }

  var identities: [EntityIndexChanges] { stored.identities }
  /// The stored request budgets.
  var budgets: [StoredBudget] { stored.budgets.values.sorted { $0.scope < $1.scope } }

  init(verdictsAreLoaded: Bool = true, _ change: (inout HubSettings) -> Void = { _ in }) {
    var settings = HubSettings()
    change(&settings)
    hub = Hub(settings: settings, bootID: "boot", now: now)
    if verdictsAreLoaded { handle(.verdictsLoaded([])) }
  }

  /// Passes an event to the hub, and performs its actions. A tick follows if something is due at that moment, as at the end of each
  /// turn of the runtime.
  @discardableResult
  func handle(_ event: Event) -> [Action] {
    let actions = hub.handle(event, at: now)
    perform(actions)
    if case .tick = event { return actions }
    if isInTurn { return actions }
    return hub.nextDeadline == now ? actions + handle(.tick) : actions
  }

  /// Passes several events to the hub in one turn, as if all of them had arrived before it began.
  func inOneTurn(_ events: () -> Void) {
    isInTurn = true
    events()
    isInTurn = false
    handle(.tick)
  }

  private func perform(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .send(let message, let peer)
      where message.header.type == .ping && responsive.contains(peer):
        pong(message, from: peer)
      case .send(let message, let peer): mail[peer, default: []].append(message)
      case .spawn(let id): spawns.append(id)
      case .stop(let id, _): stops.append(id)
      case .acceptSettings(let id): acceptedSettings.append(id)
      case .checkConfiguration(let id, let schema): checks.append((id, schema))
      case .changeManifests(let change, let operation): changes.append((change, operation))
      case .saveVerdicts(let list, let operation):
        verdictFile = list
        if savesVerdicts {
          handle(.verdictsSaved(operation: operation, problem: nil))
        } else {
          operations.append(operation)
        }
      case .favorites(let order): take(order)
      case .saveEntityIndex(let changes): stored.identities.append(changes)
      case .lookUpReply(let text, let listedFreshMs, let operation):
        stored.listedFreshMs.append(listedFreshMs)
        find(text, orListed: listedFreshMs, operation)
      case .storeReply(let reply, let text): storedReplies[text] = reply
      case .noteSearch(_, let text, _): searches.append(text)
      case .performCacheAction(let order, let operation): cacheActions.append((order, operation))
      case .searchLibrary(let query, let operation):
        stored.libraryQueries.append((query, operation))
      case .retainRecords(let ids): stored.retained.append(ids)
      case .saveReleases(let changes): stored.releases.append(changes)
      case .saveFavoriteLinks(let changes): stored.favoriteLinks.append(changes)
      case .imports(let action, let operation): importActions.append((action, operation))
      case .storeBudgets(let changes):
        for budget in changes { stored.budgets[budget.scope] = budget }
      case .log(let level, let text): lines.append(Line(level: level, text: text))
      case .finished: isFinished = true
      }
    }
  }

  private func take(_ order: FavoritesAction) {
    favoritesActions.append(order)
    switch order {
    case .save(let change) where savesFavorites: handle(.favorites(.saved(upTo: change.at)))
    case .checkForExternalChange where checksFavorites: handle(.favorites(.unchanged))
    default: break
    }
  }

  /// Completes a cache lookup immediately, or leaves it to the test.
  private func find(_ text: ProviderQuery, orListed freshMs: Int?, _ operation: Int) {
    if completesLookups {
      let reply = storedReplies[text] ?? freshMs.flatMap { listed(text, freshMs: $0) }
      handle(.lookupCompleted(operation: operation, reply))
    } else {
      lookups.append(operation)
    }
  }

  /// The newest record of an entity in the stored replies of its provider.
  private func listed(_ query: ProviderQuery, freshMs: Int) -> CachedReply? {
    guard let id = query.parameters.id else { return nil }
    let replies = storedReplies.filter { $0.key.provider == query.provider }.values
    let own = replies.flatMap(\.records).filter { $0.entity.ids.contains(id) }
    return own.max { $0.fetchedMs ?? 0 < $1.fetchedMs ?? 0 }.map {
      CachedReply(repliedMs: $0.fetchedMs ?? 0, freshMs: freshMs, records: [$0])
    }
  }

  private func pong(_ ping: WireMessage, from peer: Peer) {
    let header = Header(type: .pong, re: ping.header.id, sid: ping.header.sid)
    let body = Pong(inflight: 0, oldestMs: 0, ended: 0)
    handle(.received(.written(header, body), from: peer))
  }

  /// Lets time pass, and wakes the hub at each of its deadlines.
  func advance(_ milliseconds: Int) {
    let end = now + milliseconds
    while let next = hub.nextDeadline, next <= end {
      now = max(now, next)
      handle(.tick)
    }
    now = end
    handle(.tick)
  }

  /// Lets time pass without waking the hub, as if its process were stopped.
  func stall(_ milliseconds: Int) { now = now + milliseconds }

  func newNumber() -> Int {
    numbers += 1
    return numbers
  }

  /// Removes and returns the messages to a peer.
  func takeMail(of peer: Peer) -> [WireMessage] { mail.removeValue(forKey: peer) ?? [] }

  /// The messages to a peer that are still in its mailbox.
  func mail(of peer: Peer) -> [WireMessage] { mail[peer] ?? [] }

  func takeMail(of peer: Peer, where isWanted: (WireMessage) -> Bool) -> [WireMessage] {
    let wanted = mail[peer, default: []].filter(isWanted)
    mail[peer, default: []].removeAll(where: isWanted)
    return wanted
  }

  func lines(_ level: LogLevel) -> [String] { lines.filter { $0.level == level }.map(\.text) }
}
