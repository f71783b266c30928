import BusProtocol
import MusicModel

/// The providers that there are: their manifests and processes. It knows no peers, no calls and no budgets.
struct Supervisor: Sendable {
  /// What is to be done for a provider.
  typealias Steps = [(provider: ProviderID, step: Provider.Step)]

  let settings: HubSettings
  private(set) var providers: [ProviderID: Provider] = [:]
  /// Whether the installed providers are known.
  private(set) var hasDiscovered = false
  /// The manifests that the last discovery skipped.
  private(set) var manifestProblems: [ManifestProblem] = []
  private var jitter: RandomSource
  /// Whether no process is started any more: the hub stops.
  private(set) var isStopping = false

  init(_ settings: HubSettings, bootID: String) {
    self.settings = settings
    jitter = RandomSource(seed: bootID)
  }

  /// The view of the providers that calls get.
  var directory: ProviderDirectory { ProviderDirectory(providers) }

  /// All ids, in order.
  var ids: [ProviderID] { providers.keys.sorted() }

  /// The providers with a process, in order.
  var running: [ProviderID] { ids.filter { providers[$0]?.isRunning == true } }

  /// The providers that are drained, in order.
  var draining: [ProviderID] { ids.filter { providers[$0]?.drain != nil } }

  mutating func step(
    _ id: ProviderID,
    _ event: Provider.Event,
    _ turn: inout Turn
  ) -> Steps {
    var context = Provider.Context(
      now: turn.now,
      settings: settings,
      isStopping: isStopping,
      jitter: jitter
    )
    var steps: [Provider.Step] = []
    providers.update(id) { steps = $0.step(event, &context) }
    jitter = context.jitter
    if let provider = providers[id] {
      turn.timers.set(.hello(id), due: provider.helloDue(settings))
      turn.timers.set(.restart(id), due: isStopping ? nil : provider.restartDue)
    }
    return steps.map { (id, $0) }
  }

  /// Starts no process any more, and ends all.
  mutating func stop(_ turn: inout Turn) -> Steps {
    isStopping = true
    return ids.flatMap { step($0, .hubStops, &turn) }
  }

  mutating func remove(_ id: ProviderID, _ turn: inout Turn) {
    providers[id] = nil
    turn.timers.cancel(.hello(id))
    turn.timers.cancel(.restart(id))
  }

  /// Notes the last error of a provider.
  mutating func callFailed(at id: ProviderID, _ message: String) {
    providers.update(id) { $0.lastError = message }
  }

  /// Whether a provider was not started for this reason already.
  func isMisconfigured(because reason: String) -> Bool {
    providers.values.contains { $0.isMisconfigured && $0.lastError == reason }
  }

  /// Returns the first broken rule, or `nil`.
  func checkInvariants(_ turn: Turn) -> String? {
    for (id, provider) in providers {
      if provider.isReady, provider.descriptor == nil {
        return "Provider \(id) has no descriptor."
      }
      let awaitsHello = provider.helloDue(settings) != nil
      guard awaitsHello == (turn.timers.due(.hello(id)) != nil) else {
        return "Provider \(id) has \(awaitsHello ? "no" : "a") timer for its hello."
      }
      if let due = provider.restartDue, !isStopping, turn.timers.due(.restart(id)) != due {
        return "Provider \(id) has no timer for its restart."
      }
    }
    let tokens = providers.values.compactMap(\.process?.token)
    return Set(tokens).count == tokens.count ? nil : "Two processes have the same token."
  }
}

/// Hellos of providers.
extension Supervisor {
  /// The reply to a `hello`.
  enum HelloDecision: Sendable {
    /// A session is opened.
    case accept(ProviderID, Descriptor)
    /// The `hello` is invalid.
    case reject(Failure)
    /// The process is being replaced.
    case bye(Bye)
  }

  /// Checks the token and the descriptor of a provider.
  mutating func check(_ hello: ProviderHello) -> HelloDecision {
    let match = providers.first { $0.value.process.map { $0.token == hello.hello.token } ?? false }
    guard let (id, provider) = match else {
      let text = "Unknown token: it is not that of a provider of this hub."
      return .reject(Failure(.tokenInvalid, text))
    }
    if case .ending = provider.state {
      let text = "The hub is replacing this process."
      return .bye(Bye(code: .providerLost, message: text))
    }
    do throws(Failure) {
      guard let descriptor = hello.hello.descriptor, descriptor.id == id else {
        throw Failure(.protocolViolation, "The hello has no descriptor of \"\(id)\".")
      }
      try descriptor.check()
      return .accept(id, descriptor)
    } catch {
      callFailed(at: id, error.message)
      return .reject(error)
    }
  }
}

/// Manifests: which providers exist, and commands of clients that change that.
extension Supervisor {
  mutating func discovered(_ result: DiscoveryResult, _ turn: inout Turn) -> Steps {
    guard !isStopping else { return [] }
    for problem in result.problems where !manifestProblems.contains(problem) {
      turn.log(.warning, problem.sentence)
    }
    manifestProblems = result.problems
    hasDiscovered = true
    let present = Set(result.found.map(\.manifest.id))
    var steps: Steps = []
    for id in ids where !present.contains(id) { steps += step(id, .drain(.removal), &turn) }
    for found in result.found {
      let id = found.manifest.id
      if providers[id] == nil {
        providers[id] = Provider(found, now: turn.now)
        steps.append((id, .perform(.spawn(id))))
      } else {
        steps += step(id, .found(found), &turn)
      }
    }
    return steps
  }

  /// Checks that the providers that a command names exist.
  func requireProviders(_ ids: [ProviderID]) throws(Failure) {
    for id in ids where providers[id]?.isLeaving != false {
      throw Failure.unknownProvider(id, known: self.ids, .notFound)
    }
  }

  /// The named providers with their other instances, or those whose manifest or executable has changed.
  func reloaded(_ named: [ProviderID]?) -> [ProviderID] {
    guard let named else { return ids.filter { providers[$0]?.newer != nil } }
    return named
      + ids.filter { id in
        providers[id]?.manifest.instanceOf.map(named.contains) == true && !named.contains(id)
      }
  }
}

/// Restarts after losses: the first is immediate, then delays double, then a quarantine.
struct RestartPolicy: Sendable {
  enum Decision: Hashable, Sendable {
    case restart(afterMs: Int)
    case quarantine
  }

  /// The time in which losses count, in milliseconds.
  static let windowMs = 60_000
  /// The number of losses in that time that leads to a quarantine.
  static let maxLosses = 5
  static let firstDelayMs = 500
  static let maxDelayMs = 30_000

  /// Restarts so far.
  private(set) var count = 0
  /// The losses of the last ``windowMs``.
  private var losses: [Instant] = []
  /// The number of losses in a row, each within ``windowMs`` of the one before.
  private var row = 0

  /// Ignores the losses so far.
  mutating func reset() {
    losses = []
    row = 0
  }

  mutating func recordLoss(at now: Instant) -> Decision {
    if let last = losses.last, now - last > RestartPolicy.windowMs { row = 0 }
    losses.removeAll { now - $0 > RestartPolicy.windowMs }
    losses.append(now)
    guard losses.count < RestartPolicy.maxLosses else { return .quarantine }
    count += 1
    row += 1
    guard row > 1 else { return .restart(afterMs: 0) }
    let delay = RestartPolicy.firstDelayMs << min(row - 2, 16)
    return .restart(afterMs: min(delay, RestartPolicy.maxDelayMs))
  }
}

/// Random numbers that differ between hubs, and are the same in each run of one hub.
struct RandomSource: RandomNumberGenerator, Sendable {
  private var random: SeededRandom

  init(seed: String) { random = SeededRandom(SeededRandom.seed(seed)) }

  /// Returns a delay that is up to a quarter longer, so that equal delays do not end together.
  mutating func spread(_ milliseconds: Int) -> Int {
    milliseconds + Int(next() % UInt64(max(1, milliseconds / 4 + 1)))
  }

  mutating func next() -> UInt64 { random.next() }
}
