import BusProtocol
import MusicModel

/// Scripts by the number: each seed is another world and another course of events.
extension Script {
  package init(seed: UInt64) {
    var dice = ScheduleRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
    self.seed = seed
    limits = LimitsPlan(&dice)
    let ids = ["a", "b", "c"].compactMap { ProviderID(rawValue: $0) }.prefix(
      dice.pick([(3, 1), (4, 2), (2, 3)])
    )
    providers = ids.map { ProviderPlan($0, &dice) }
    steps = []
    var rare = ScheduleRandom(seed: seed, "readers")
    guard !rare.chance(3) else {
      read(&rare)
      return
    }
    let cast = Cast(clients: dice.roll(1...4), providers: providers.count)
    var atMs = 0
    for _ in 0..<dice.roll(3...14) {
      // Much happens at once, or close together.
      atMs += dice.pick([(4, 0), (4, dice.roll(1...50)), (3, dice.roll(50...1500)), (1, 6000)])
      steps.append(Step(atMs: atMs, deed: ScriptStep(cast, &dice)))
    }
    var asking = ScheduleRandom(seed: seed, "asking")
    if asking.chance(50) { chooseAsking(&asking) }
  }

  /// Some of what is called for is wanted new, or without any source being asked.
  private mutating func chooseAsking(_ dice: inout ScheduleRandom) {
    for index in steps.indices {
      guard case .call(let client, var ask) = steps[index].deed else { continue }
      ask.asking = dice.pick([(2, nil), (1, .bypass), (1, .only)])
      steps[index].deed = .call(client: client, ask)
    }
  }

  /// A world in which nothing befalls anybody, and much is read: what is kept of answers fills up.
  private mutating func read(_ dice: inout ScheduleRandom) {
    limits = LimitsPlan()
    limits.cacheBytes = dice.roll(2_000...12_000)
    for index in providers.indices {
      (providers[index].temper, providers[index].budget) = (.good, nil)
      (providers[index].methods, providers[index].startMs) = (~0, 10)
    }
    for number in 1...dice.roll(2...4) {
      let deed = ScriptStep.flood(client: dice.roll(0...1), count: dice.roll(8...24))
      steps.append(Step(atMs: number * 2_000, deed: deed))
    }
  }
}

/// Who can be befallen.
struct Cast {
  let clients: Int
  let providers: Int
}

extension LimitsPlan {
  fileprivate init(_ dice: inout ScheduleRandom) {
    guard dice.chance(40) else { return }
    clients = dice.roll(1...4)
    calls = dice.roll(2...8)
    callsOfClient = dice.roll(1...4)
    waiting = dice.roll(1...4)
    pageLists = dice.roll(1...3)
    pageEntities = dice.roll(10...200)
    entities = dice.roll(4...40)
    unread = dice.roll(4...40)
    page = dice.roll(1...30)
    itemsPerMessage = dice.roll(1...8)
    bodyBytes = dice.pick([(3, 1_048_576), (1, dice.roll(1_500...6_000))])
    cacheBytes = dice.pick([(2, 1_048_576), (1, dice.roll(1_000...40_000))])
  }
}

extension ProviderPlan {
  fileprivate init(_ id: ProviderID, _ dice: inout ScheduleRandom) {
    self.id = id
    isCore = dice.chance(30)
    inflight = isCore ? 1 : dice.roll(1...4)
    methods = dice.chance(25) ? ~0 : Int(dice.next() & 0xFFFF)
    knowsMBIDs = dice.chance(50)
    startMs = dice.pick([10, 200, 1_500, 3_000])
    budget = dice.chance(50) ? dice.roll(1...12) : nil
    temper = dice.pick([
      (4, BehaviorWeights.good),
      (2, BehaviorWeights(quick: 5, slow: 5)),
      (2, BehaviorWeights(quick: 4, slow: 2, failing: 4)),
      (1, BehaviorWeights(quick: 3, slow: 2, failing: 2, silent: 3)),
      (2, BehaviorWeights(quick: 3, slow: 1, failing: 1, silent: 1, lying: 5)),
    ])
  }
}

extension ScriptStep {
  fileprivate init(_ cast: Cast, _ dice: inout ScheduleRandom) {
    let client = dice.roll(0...(cast.clients - 1))
    let provider = dice.roll(0...(cast.providers - 1))
    self =
      switch dice.roll(1...100) {
      case ...60: ScriptStep(ofClient: client, cast, &dice)
      case ...92: ScriptStep(ofProvider: provider, &dice)
      default:
        dice.pick([
          (4, .sleep(ms: dice.pick([300, 5_000, 200_000]))),
          (2, .clockBack(ms: dice.roll(1...60_000))),
          (1, .wallClock(ms: dice.roll(-90_000_000...90_000_000))),
          (2, .restartHub),
          (2, .disk(ms: dice.pick([0, 20, 3_000]), fails: dice.chance(40))),
          (1, .stop),
        ])
      }
  }

  private init(ofClient client: Int, _ cast: Cast, _ dice: inout ScheduleRandom) {
    guard !dice.chance(65) else {
      self = .call(client: client, Ask(cast, &dice))
      return
    }
    let deeds: [(weight: Int, ScriptStep)] = [
      (4, .nextPage(client: client)),
      (4, .cancel(client: client, back: dice.roll(0...2))),
      (1, .repeatID(client: client)),
      (1, .connect(client: client, versions: dice.pick(Versions.allCases))),
      (1, .sayBye(client: client)),
      (1, .vanish(client: client, told: dice.chance(50))),
      (1, .pause(client: client, ms: dice.pick([100, 2_000, 70_000]))),
      (1, .flood(client: client, count: dice.roll(3...12))),
      (1, .loseClient(client: client, told: dice.chance(50))),
      (1, .lagClient(client: client, ms: dice.pick([200, 3_000]))),
      (2, .garbage(client: client, dice.pick(Garbage.allCases))),
    ]
    self = dice.pick(deeds)
  }

  private init(ofProvider provider: Int, _ dice: inout ScheduleRandom) {
    let deeds: [(weight: Int, ScriptStep)] = [
      (5, .crash(provider: provider, status: dice.pick([1, 1, 1, 78, 0]))),
      (3, .hang(provider: provider, ms: dice.pick([500, 4_000, 90_000]))),
      (2, .stall(provider: provider, ms: dice.pick([4_000, 90_000]))),
      (4, .loseProvider(provider: provider, told: dice.chance(50))),
      (2, .lagProvider(provider: provider, ms: dice.pick([200, 3_000]))),
      (2, .helloAgain(provider: provider)),
      (2, .providerSaysBye(provider: provider)),
      (4, .takeAway(provider: provider)),
      (4, .putBack(provider: provider, elsewhere: dice.chance(50))),
      (4, .providerGarbage(provider: provider, dice.pick(Garbage.allCases))),
      (3, .startBadly(provider: provider, dice.pick(BadStart.allCases))),
    ]
    self = dice.pick(deeds)
  }
}

extension Ask {
  fileprivate init(_ cast: Cast, _ dice: inout ScheduleRandom) {
    kind = dice.pick(Kind.allCases)
    if dice.chance(40) { kind = dice.pick([.searchArtists, .getArtist, .artistAlbums]) }
    if dice.chance(5) { kind = .watch }
    if dice.chance(10) { kind = dice.pick([.addFavorite, .removeFavorite, .noteFavorite]) }
    topic = dice.roll(0...(Topic.count - 1))
    namespace = dice.roll(0...cast.providers)
    timeoutMs = dice.pick([(6, nil), (1, 30), (2, 400), (2, 2_000), (1, 30_000)])
    waitMs = dice.pick([(4, nil), (1, 0), (1, 300), (1, 20_000)])
    limit = dice.pick([(3, nil), (1, 1), (1, 3), (1, 200)])
    offset = dice.chance(5) ? dice.roll(1...60) : nil
    stream = dice.chance(40)
    sort = dice.chance(10) ? dice.roll(0...3) : nil
    only = dice.chance(10) ? dice.roll(0...(cast.providers - 1)) : nil
  }
}
