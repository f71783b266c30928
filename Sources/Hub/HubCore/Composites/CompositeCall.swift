import BusProtocol
import MusicModel

/// A call of a client that the hub carries out by calls of its own, its parts, such as a search for artists, albums and songs.
///
///     begin ─► parts in flight ⇄ (one ends: its plan begins others) ─► the reply
///
/// A part is a `ClientCall` that tells its call what it has instead of replying to the client. Each ends at its own deadline, and a plan begins
/// none without time left, so that a call of parts needs no timer.
struct CompositeCall: Sendable {
  let id: ClientCallID
  let origin: CallOrigin
  let parameters: CallParameters
  let deadlines: CallDeadlines
  var plan: any CompositePlan
  /// The parts in flight, by the number that the plan gives each.
  var parts: [Int: ClientCallID] = [:]
  /// What the client has.
  var reply: ClientReply

  init(
    _ id: ClientCallID,
    _ origin: CallOrigin,
    _ parameters: CallParameters,
    _ deadlines: CallDeadlines,
    _ plan: any CompositePlan
  ) {
    (self.id, self.origin, self.parameters) = (id, origin, parameters)
    (self.deadlines, self.plan) = (deadlines, plan)
    reply = ClientReply(to: origin.id, isStreamed: parameters.stream == true)
  }
}

/// The place of a part in the call of a client.
struct CallPart: Hashable, Sendable {
  let call: ClientCallID
  let number: Int
}

/// What a part tells its call.
enum PartNews: Sendable {
  /// Its page so far, if the client streams, and the sources that have refused a request and are asked again.
  case soFar([Entity], [SourceReport])
  case ended([Entity], Done)
  case failed(Failure)

  var isEnd: Bool { if case .soFar = self { false } else { true } }

  var reports: [SourceReport] {
    switch self {
    case .soFar: []
    case .ended(_, let done): done.sources ?? []
    case .failed(let failure): failure.sources ?? []
    }
  }
}

/// What such a call does, step by step.
protocol CompositePlan: Sendable {
  mutating func begin(_ context: PlanContext) -> [PlanStep]
  mutating func take(_ news: PartNews, of part: Int, _ context: PlanContext) -> [PlanStep]
}

/// What a call does that is about a text.
protocol TextPlan: CompositePlan {
  /// The end of the reply if the text is an id, a URL or a code that means this one, without looking anything up.
  static func done(naming id: EntityID) -> Done
}

enum PlanStep: Sendable {
  /// Begin a part.
  case call(Int, Method, CallParameters)
  /// Begin a part that asks a provider whether its service has an id of a favourite.
  case checkLink(Int, EntityID, Method, CallParameters)
  /// Send the page so far to a client that streams.
  case show([Entity], [SourceReport])
  /// The call has ended.
  case reply([Entity], Done)
  /// The call has ended, with the favourites that a service no longer has.
  case replyWithLinks(Done)
  case fail(Failure)
}

/// What a plan knows of the hub.
struct PlanContext {
  let directory: ProviderDirectory
  let lanes: Lanes
  let links: FavoriteLinks
  let deadlines: CallDeadlines
  let now: Instant
  /// The time in milliseconds since 1970, if known.
  let unixMs: Int?

  /// Whether another part can be begun; each needs some time.
  var allowsCall: Bool { deadlines.left(at: now) > CallDeadlines.margin(of: 0) }

  /// Whether half of each request budget would be left after a call of a method by all providers that serve it, or by these.
  func hasSpareBudgets(for method: Method, at wanted: [ProviderID]?) -> Bool {
    (wanted ?? directory.providers).filter { provider in
      directory.session(of: provider) != nil && directory.serves(provider, method)
    }.allSatisfy { lanes.leavesHalf(of: $0, after: method, now) }
  }
}

/// The calls of clients that have parts.
struct CompositeCalls: Sendable {
  private var calls: [ClientCallID: CompositeCall] = [:]

  subscript(id: ClientCallID) -> CompositeCall? {
    get { calls[id] }
    set { calls[id] = newValue }
  }

  var ids: [ClientCallID] { calls.keys.sorted() }

  var count: Int { calls.count }
  var partCount: Int { calls.values.reduce(0) { $0 + $1.parts.count } }

  func count(of client: Peer) -> Int { calls.values.count { $0.origin.client == client } }

  /// The call of a client with that id of its own.
  func find(_ id: String, of client: Peer) -> ClientCallID? {
    calls.first { $0.value.origin.client == client && $0.value.origin.id == id }?.key
  }

  /// Returns the first broken rule, or `nil`.
  ///
  /// `own` is the parent call of the hub's own look-ups.
  func checkInvariants(_ parts: ClientCalls, _ own: ClientCallID?) -> String? {
    for (id, call) in calls {
      guard !call.parts.isEmpty else { return "Call \(id.number) has no parts left." }
      for (number, part) in call.parts
      where parts[part]?.request.parent != CallPart(call: id, number: number) {
        return "Part \(number) of call \(id.number) has ended."
      }
    }
    for part in parts.all {
      guard let parent = part.request.parent, parent.call != own else { continue }
      if calls[parent.call]?.parts[parent.number] != part.id {
        return "Call \(part.id.number) is a part of none."
      }
    }
    return nil
  }
}
