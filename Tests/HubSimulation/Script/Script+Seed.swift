import BusProtocol
import MusicModel

/// Scripts by number: each seed has other peers and other steps.
extension Script {
  package init(seed: UInt64) {
    var random = ScheduleRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
    self.seed = seed
    limits = LimitsPlan(&random)
    let ids = ["a", "b", "c"].compactMap { ProviderID(rawValue: $0) }.prefix(
      random.pick([(3, 1), (4, 2), (2, 3)])
    )
    providers = ids.map { ProviderPlan($0, &random) }
    var trust = ScheduleRandom(seed: seed, "trust")
    for index in providers.indices where trust.chance(25) { providers[index].isUntrusted = true }
    steps = []
    var rare = ScheduleRandom(seed: seed, "readers")
    guard !rare.chance(3) else {
      read(&rare)
      return
    }
    let cast = Cast(clients: random.roll(1...4), providers: providers.count)
    var atMs = 0
    for _ in 0..<random.roll(3...14) {
      // Many steps are concurrent, or close together.
      atMs += random.pick([
        (4, 0), (4, random.roll(1...50)), (3, random.roll(50...1500)), (1, 6000),
      ])
      steps.append(Step(atMs: atMs, event: ScriptStep(cast, &random)))
    }
    var cacheMode = ScheduleRandom(seed: seed, "cache modes")
    if cacheMode.chance(50) { chooseCacheMode(&cacheMode) }
  }

  /// Makes some calls bypass the cache, or use only the cache.
  private mutating func chooseCacheMode(_ random: inout ScheduleRandom) {
    for index in steps.indices {
      guard case .call(let client, var request) = steps[index].event else { continue }
      request.cacheMode = random.pick([(2, nil), (1, .bypass), (1, .only)])
      steps[index].event = .call(client: client, request)
    }
  }

  /// A script with many reads and no faults, which fills the caches.
  private mutating func read(_ random: inout ScheduleRandom) {
    limits = LimitsPlan()
    limits.cacheBytes = random.roll(2_000...12_000)
    for index in providers.indices {
      (providers[index].behavior, providers[index].budget) = (.good, nil)
      (providers[index].methods, providers[index].startMs) = (~0, 10)
    }
    for number in 1...random.roll(2...4) {
      let event = ScriptStep.flood(client: random.roll(0...1), count: random.roll(8...24))
      steps.append(Step(atMs: number * 2_000, event: event))
    }
  }
}

/// The peers that steps can affect.
struct Cast {
  let clients: Int
  let providers: Int
}

extension LimitsPlan {
  fileprivate init(_ random: inout ScheduleRandom) {
    guard random.chance(40) else { return }
    clients = random.roll(1...4)
    calls = random.roll(2...8)
    callsOfClient = random.roll(1...4)
    waiting = random.roll(1...4)
    pageLists = random.roll(1...3)
    pageEntities = random.roll(10...200)
    entities = random.roll(4...40)
    unread = random.roll(4...40)
    page = random.roll(1...30)
    itemsPerMessage = random.roll(1...8)
    bodyBytes = random.pick([(3, 1_048_576), (1, random.roll(1_500...6_000))])
    cacheBytes = random.pick([(2, 1_048_576), (1, random.roll(1_000...40_000))])
  }
}

extension ProviderPlan {
  fileprivate init(_ id: ProviderID, _ random: inout ScheduleRandom) {
    self.id = id
    isCore = random.chance(30)
    inflight = isCore ? 1 : random.roll(1...4)
    methods = random.chance(25) ? ~0 : Int(random.next() & 0xFFFF)
    knowsMBIDs = random.chance(50)
    startMs = random.pick([10, 200, 1_500, 3_000])
    budget = random.chance(50) ? random.roll(1...12) : nil
    behavior = random.pick([
      (4, BehaviorWeights.good),
      (2, BehaviorWeights(quick: 5, slow: 5)),
      (2, BehaviorWeights(quick: 4, slow: 2, failing: 4)),
      (1, BehaviorWeights(quick: 3, slow: 2, failing: 2, silent: 3)),
      (2, BehaviorWeights(quick: 3, slow: 1, failing: 1, silent: 1, faulty: 5)),
    ])
  }
}

extension ScriptStep {
  fileprivate init(_ cast: Cast, _ random: inout ScheduleRandom) {
    let client = random.roll(0...(cast.clients - 1))
    let provider = random.roll(0...(cast.providers - 1))
    self =
      switch random.roll(1...100) {
      case ...60: ScriptStep(ofClient: client, cast, &random)
      case ...92: ScriptStep(ofProvider: provider, &random)
      default:
        random.pick([
          (4, .sleep(ms: random.pick([300, 5_000, 200_000]))),
          (2, .clockBack(ms: random.roll(1...60_000))),
          (1, .wallClock(ms: random.roll(-90_000_000...90_000_000))),
          (2, .restartHub),
          (2, .disk(ms: random.pick([0, 20, 3_000]), fails: random.chance(40))),
          (1, .stop),
        ])
      }
  }

  private init(ofClient client: Int, _ cast: Cast, _ random: inout ScheduleRandom) {
    guard !random.chance(65) else {
      self = .call(client: client, ClientRequest(cast, &random))
      return
    }
    let events: [(weight: Int, ScriptStep)] = [
      (4, .nextPage(client: client)),
      (4, .cancel(client: client, back: random.roll(0...2))),
      (1, .repeatID(client: client)),
      (1, .connect(client: client, versions: random.pick(Versions.allCases))),
      (1, .sayBye(client: client)),
      (1, .vanish(client: client, notified: random.chance(50))),
      (1, .pause(client: client, ms: random.pick([100, 2_000, 70_000]))),
      (1, .flood(client: client, count: random.roll(3...12))),
      (1, .loseClient(client: client, notified: random.chance(50))),
      (1, .lagClient(client: client, ms: random.pick([200, 3_000]))),
      (2, .garbage(client: client, random.pick(Garbage.allCases))),
    ]
    self = random.pick(events)
  }

  private init(ofProvider provider: Int, _ random: inout ScheduleRandom) {
    let events: [(weight: Int, ScriptStep)] = [
      (5, .crash(provider: provider, status: random.pick([1, 1, 1, 78, 0]))),
      (3, .hang(provider: provider, ms: random.pick([500, 4_000, 90_000]))),
      (2, .stall(provider: provider, ms: random.pick([4_000, 90_000]))),
      (4, .loseProvider(provider: provider, notified: random.chance(50))),
      (2, .lagProvider(provider: provider, ms: random.pick([200, 3_000]))),
      (2, .helloAgain(provider: provider)),
      (2, .providerSaysBye(provider: provider)),
      (4, .removeManifest(provider: provider)),
      (4, .restoreManifest(provider: provider, elsewhere: random.chance(50))),
      (4, .providerGarbage(provider: provider, random.pick(Garbage.allCases))),
      (3, .failStart(provider: provider, random.pick(StartFault.allCases))),
    ]
    self = random.pick(events)
  }
}

extension ClientRequest {
  fileprivate init(_ cast: Cast, _ random: inout ScheduleRandom) {
    method = random.pick(ClientRequest.methods)
    if random.chance(40) { method = random.pick(ClientRequest.methodsAboutArtists) }
    if random.chance(10) { method = random.pick(ClientRequest.methodsOfHub) }
    if random.chance(10) { method = random.pick(ClientRequest.favoriteChanges) }
    topic = random.roll(0...(Topic.count - 1))
    namespace = random.roll(0...cast.providers)
    hasWrongKind = random.chance(3)
    timeoutMs = random.pick([(6, nil), (1, 30), (2, 400), (2, 2_000), (1, 30_000)])
    waitMs = random.pick([(4, nil), (1, 0), (1, 300), (1, 20_000)])
    limit = random.pick([(3, nil), (1, 1), (1, 3), (1, 200)])
    offset = random.chance(5) ? random.roll(1...60) : nil
    stream = random.chance(40)
    sort = random.chance(10) ? random.roll(0...3) : nil
    only = random.chance(10) ? random.roll(0...(cast.providers - 1)) : nil
  }
}
