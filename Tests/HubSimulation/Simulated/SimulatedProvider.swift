import BusProtocol
import HubCore
import MusicModel

/// A provider as the protocol describes it, of good or bad temper.
struct SimulatedProvider: Sendable {
  /// A delayed action.
  enum Wake: Sendable {
    case hello
    case act(call: String, CallBehavior.Act)
    case resume
    case exit(ProviderExit)
  }

  /// A call that it works on.
  struct OpenCall: Sendable {
    let id: String
    let method: Method
    let parameters: CallParameters
    let sid: String
    let since: Int
    let timeoutMs: Int
    var parts = 0
  }

  let number: Int
  let plan: ProviderPlan
  let source: SimulatedSource
  /// The number of its present or last process.
  var process = 0
  var isRunning = false
  /// The number of connections of all its processes.
  var generation = 0
  var token = ""
  var sid: String?
  /// It is stopped: nothing is read, nothing done.
  var isHung = false
  /// It replies to pings, and works on nothing.
  var isStalled = false
  var inbox: [(Connection, SentMessage)] = []
  /// The actions that were delayed while it was hung or stalled.
  var postponed: [Wake] = []
  var startFault: ScriptStep.StartFault?
  var currentStartFault: ScriptStep.StartFault?
  /// In the order in which they came.
  var open: [OpenCall] = []
  /// Calls that a Core provider has not read.
  var waiting: [(Connection, SentMessage)] = []
  var ended = 0
  /// The number of equal calls received.
  var callCounts: [String: Int] = [:]
  /// Its last terminal message, to be repeated.
  var lastEnd: (Header, [UInt8]?, DecodedReply?)?
  private(set) var requests = UpstreamRequests()

  init(_ number: Int, _ plan: ProviderPlan, seed: UInt64) {
    self.number = number
    self.plan = plan
    source = SimulatedSource(seed: seed, name: plan.id.rawValue, sharesMBIDs: plan.knowsMBIDs)
  }

  var connection: Connection { Connection(.provider, number, generation: generation) }
  var id: ProviderID { plan.id }

  /// The first two share a source.
  var upstream: String { SimulatedProvider.upstream(number) }

  static func upstream(_ number: Int) -> String { number < 2 ? "one.example" : "two.example" }

  var manifest: Manifest {
    var manifest = Manifest(
      id: id,
      executable: id.rawValue,
      methods: descriptor.methods.keys.sorted().map(Method.init(rawValue:))
    )
    // The first one serves what the user has.
    manifest.services = [MusicService(id.rawValue, namespaces: [id.rawValue], owned: number == 0)]
    return manifest
  }

  /// The freshness lifetime for the provider with that number.
  static func freshMs(_ number: Int) -> Int { (number + 1) * 2_000 }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      id: id,
      name: id.rawValue,
      version: "1",
      attribution: .init(text: "by \(id)")
    )
    descriptor.level = plan.isCore ? .core : .full
    descriptor.inflight = plan.inflight
    for (bit, method) in Topic.methods.enumerated() where plan.methods >> bit & 1 == 1 {
      let isCharts = Methods[method]?.kinds == [.chart]
      let cost = isCharts ? [:] : [upstream: bit % 3 + 1]
      let freshMs = SimulatedProvider.freshMs(number)
      descriptor.methods[method.rawValue] = .init(cost: cost, freshMs: freshMs)
    }
    if descriptor.methods.isEmpty, let method = Methods.search(.artist) {
      descriptor.methods[method.rawValue] = .init(cost: [upstream: 1], freshMs: 0)
    }
    descriptor.namespaces = ["artist", "album", "song"].map { "\(id):\($0)" }
    if plan.knowsMBIDs {
      descriptor.namespaces += ["mbid:artist", "mbid:release-group", "mbid:recording"]
    }
    if let budget = plan.budget {
      descriptor.budgets = [upstream: .init(requests: budget, perMs: 10_000)]
    }
    return descriptor
  }

  /// The hub is gone, and with it the lease of its process.
  mutating func loseHub() {
    resetProcess()
    generation += 1
    requests.hub += 1
  }

  /// Its process is gone, and all that it knew.
  mutating func resetProcess() {
    isRunning = false
    sid = nil
    (isHung, isStalled) = (false, false)
    inbox = []
    postponed = []
    open = []
    waiting = []
    lastEnd = nil
  }
}

extension [SimulatedProvider] {
  /// Whether the process runs, and how many messages it has not read.
  func connection(_ number: Int) -> (isConnected: Bool, unread: Int) {
    (self[number].isRunning, self[number].inbox.count)
  }

  func number(of id: ProviderID) -> Int? { firstIndex { $0.id == id } }
}

extension SimulatedProvider {
  /// Picks the behaviour for a call; it differs when an equal call is repeated.
  mutating func random(for call: OpenCall, isNew: Bool, seed: UInt64) -> ScheduleRandom {
    let parameters = call.parameters
    let what = [parameters.text, parameters.id.map { "\($0)" }, parameters.url].compactMap { $0 }
    let name = "\(id) \(call.method) \(what) \(parameters.limit ?? 0)"
    if isNew { callCounts[name, default: 0] += 1 }
    return ScheduleRandom(seed: seed, "\(name) \(callCounts[name] ?? 0)")
  }

  mutating func behavior(for call: OpenCall, isCalm: Bool, seed: UInt64) -> CallBehavior {
    var random = random(for: call, isNew: true, seed: seed)
    return CallBehavior(
      plan,
      isCalm ? .good : plan.behavior,
      source.items(call.method, call.parameters),
      timeoutMs: call.timeoutMs,
      &random
    )
  }

  /// Makes requests to the upstream, up to the grant of the call.
  mutating func spend(on call: OpenCall, at now: Int, seed: UInt64) -> [String: Int]? {
    guard let grant = call.parameters.grant?[upstream] else { return nil }
    var random = random(for: call, isNew: false, seed: seed)
    let count = random.roll(0...grant)
    // Even if it replies late, it makes no request after the deadline of the call.
    requests.add(count, at: min(now, call.since + call.timeoutMs))
    return count == 0 && random.chance(50) ? nil : [upstream: count]
  }
}
