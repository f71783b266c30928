import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

/// A hub and all that is around it, played by the test: clients, providers, processes, the clock.
///
/// What the hub sends lies in the mailbox of the peer that it is for, until the test takes it out.
final class HubDriver {
  private(set) var hub: Hub
  private(set) var now = Instant(milliseconds: 1_000_000)
  private(set) var lines: [Line] = []
  private(set) var isFinished = false
  /// Processes that the hub wants and nobody has started yet.
  var spawns: [ProviderID] = []
  /// The providers that can be found.
  var listing = DiscoveryResult([DiscoveredManifest]())
  /// By what the hub wants the configuration of providers checked.
  private(set) var checks: [(provider: ProviderID, schema: JSONValue)] = []
  /// What the hub wants changed of their files.
  var changes: [(change: ManifestChange, ticket: Int)] = []
  /// Processes that the hub wants to be gone.
  var stops: [ProviderID] = []
  /// Those who answer pings by themselves.
  var awake: Set<Peer> = []
  /// What the hub wants on the disk.
  private(set) var verdictFile: [StoredVerdict] = []
  private(set) var identities: [EntityIndexChanges] = []
  /// Whether verdicts are on the disk at once, or when the test says so.
  var writesVerdicts = true
  var tickets: [Int] = []
  /// What the hub wants done with the favourites.
  var orders: [FavoritesAction] = []
  /// Whether changes of the favourites are on the disk at once, or when the test says so.
  var savesFavorites = true
  /// Whether it is known at once that nobody else has changed the document, or when the test says so.
  var looksAtFavorites = true
  /// Answers on the disk.
  var kept: [ProviderQuery: CachedReply] = [:]
  var findsAnswers = true
  var lookups: [Int] = []
  private(set) var searches: [String] = []
  private(set) var cacheOrders: [(order: CacheAction, ticket: Int)] = []
  private var mail: [Peer: [WireMessage]] = [:]
  private var numbers = 0

  struct Line: Hashable {
    var level: LogLevel
    var text: String
  }

  init(_ change: (inout HubSettings) -> Void = { _ in }) {
    var settings = HubSettings()
    change(&settings)
    hub = Hub(settings: settings, bootID: "boot", now: now)
  }

  /// Tells the hub of an event, and delivers what it does.
  @discardableResult
  func handle(_ event: Event) -> [Action] {
    let actions = hub.handle(event, at: now)
    for action in actions {
      switch action {
      case .send(let message, let peer) where message.header.type == .ping && awake.contains(peer):
        pong(message, from: peer)
      case .send(let message, let peer): mail[peer, default: []].append(message)
      case .spawn(let id): spawns.append(id)
      case .stop(let id, _): stops.append(id)
      case .checkConfiguration(let id, let schema): checks.append((id, schema))
      case .changeManifests(let change, let ticket): changes.append((change, ticket))
      case .keepVerdicts(let list, let ticket):
        verdictFile = list
        if writesVerdicts {
          handle(.verdictsKept(ticket: ticket, problem: nil))
        } else {
          tickets.append(ticket)
        }
      case .favorites(let order): take(order)
      case .keepIdentities(let changes): identities.append(changes)
      case .findAnswer(let text, let ticket): find(text, ticket)
      case .keepAnswer(let answer, let text): kept[text] = answer
      case .noteSearch(_, let text, _): searches.append(text)
      case .orderCache(let order, let ticket): cacheOrders.append((order, ticket))
      case .log(let level, let text): lines.append(Line(level: level, text: text))
      case .finished: isFinished = true
      }
    }
    return actions
  }

  private func take(_ order: FavoritesAction) {
    orders.append(order)
    switch order {
    case .keep(let change) where savesFavorites: handle(.favorites(.saved(upTo: change.at)))
    case .look where looksAtFavorites: handle(.favorites(.inStep))
    default: break
    }
  }

  /// What is kept is found at once, or when the test says so.
  private func find(_ text: ProviderQuery, _ ticket: Int) {
    if findsAnswers {
      handle(.answerFound(ticket: ticket, kept[text]))
    } else {
      lookups.append(ticket)
    }
  }

  private func pong(_ ping: WireMessage, from peer: Peer) {
    let header = Header(type: .pong, re: ping.header.id, sid: ping.header.sid)
    let body = Pong(inflight: 0, oldestMs: 0, ended: 0)
    handle(.received(.written(header, body), from: peer))
  }

  /// Lets time pass, and wakes the hub whenever it wants to be woken.
  func advance(_ milliseconds: Int) {
    let end = now + milliseconds
    while let next = hub.nextDeadline, next <= end {
      now = max(now, next)
      handle(.tick)
    }
    now = end
    handle(.tick)
  }

  /// Lets time pass in which the hub is not woken, as when its process is stopped.
  func stall(_ milliseconds: Int) { now = now + milliseconds }

  func newNumber() -> Int {
    numbers += 1
    return numbers
  }

  /// Takes out of a mailbox what has come for a peer since.
  func takeMail(of peer: Peer) -> [WireMessage] { mail.removeValue(forKey: peer) ?? [] }

  /// What a peer has got and not taken out.
  func mail(of peer: Peer) -> [WireMessage] { mail[peer] ?? [] }

  func takeMail(of peer: Peer, where isWanted: (WireMessage) -> Bool) -> [WireMessage] {
    let wanted = mail[peer, default: []].filter(isWanted)
    mail[peer, default: []].removeAll(where: isWanted)
    return wanted
  }

  func lines(_ level: LogLevel) -> [String] { lines.filter { $0.level == level }.map(\.text) }
}
