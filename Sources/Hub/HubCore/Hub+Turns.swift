import BusProtocol
import MusicModel

/// Whose turn it is: within what providers take at once and what sources allow, and fair to each
/// client.
extension Hub {
  /// A question that would have less time than this at its provider is not worth sending, in
  /// milliseconds.
  private static let usefulMs = 100

  /// Refuses a question that is not to be put to its provider, or could not be answered in its time.
  mutating func checkRoom(for text: ProviderQuery, until deadline: Instant) throws(Failure) {
    guard !text.isOffline else {
      throw Failure(.notCached, "Not cached, and the call does not allow contacting the provider.")
    }
    guard let slot = providers[text.provider], let session = slot.session else {
      throw Failure(.providerLost, "It is not there any more.")
    }
    guard slot.queue.waiting.count < settings.waitingMax else {
      let problem = "\(settings.waitingMax) questions wait for it already."
      throw Failure(.busy, problem, retryAfterMs: 1000)
    }
    let cost = session.descriptor.cost(of: text.method)
    let soonest = budgets.soonest(cost, at: turn.now)
    guard soonest + Hub.usefulMs <= deadline || soonest == turn.now else {
      throw overBudget(cost)
    }
    let source = BreakerKey(text.provider, cost)
    try breakers[source, default: CircuitBreaker()].pass(at: turn.now, deadline: deadline)
  }

  private func overBudget(_ cost: [String: Int]) -> Failure {
    let names = cost.keys.sorted().joined(separator: " and ")
    let wait = budgets.soonest(cost, at: turn.now) - turn.now
    let text = "\(names) may not be asked more often for now."
    // What is reserved by others may be given back at any time.
    return Failure(.upstreamRateLimited, text, retryAfterMs: wait > 0 ? wait : 1000)
  }

  /// Sends what waits, as far as the provider takes calls at once and its sources may be asked.
  mutating func sendWaiting(to id: ProviderID) {
    timers.cancel(.turn(id))
    guard let session = providers[id]?.session else { return }
    var blocked: Set<String> = []
    while providers[id]?.queue.placesTaken ?? .max < session.descriptor.inflight,
      let key = nextTurn(at: id, session.descriptor, blocked), let question = questions[key]
    {
      let cost = session.descriptor.cost(of: question.text.method)
      switch budgets.reserve(cost, for: key, until: question.deadline, at: turn.now) {
      case .granted(let grant): send(key, to: session, grant: grant.isEmpty ? nil : grant)
      case .notBefore(let time):
        blocked.formUnion(cost.keys)
        giveUpOnHopeless(at: id, session.descriptor, cost, until: time)
        if time > turn.now { timers.set(.turn(id), at: min(time, timers.due(.turn(id)) ?? time)) }
      }
    }
  }

  private mutating func send(
    _ key: ProviderCallID,
    to session: ProviderSlot.Session,
    grant: [String: Int]?
  ) {
    guard let question = questions[key] else { return }
    questions[key]?.send(at: turn.now)
    providers[question.provider]?.queue.send(key)
    let timeoutMs = max(1, question.deadline - turn.now)
    providers[question.provider]?.longestMs.raise(to: timeoutMs)
    let header = Header(
      type: .call,
      id: key.text,
      sid: session.sid,
      method: question.text.method,
      timeoutMs: timeoutMs
    )
    var parameters = question.text.parameters
    parameters.grant = grant
    send(header, parameters, to: session.peer)
  }

  /// The one that is next: of the client that has least in work there, and of those the oldest.
  private func nextTurn(
    at id: ProviderID,
    _ descriptor: Descriptor,
    _ blocked: Set<String>
  ) -> ProviderCallID? {
    guard let queue = providers[id]?.queue else { return nil }
    var inWork: [Peer: Int] = [:]
    if queue.waiting.count > 1 {
      for client in queue.sent.compactMap({ client(of: $0) }) { inWork[client, default: 0] += 1 }
    }
    return queue.waiting.filter { key in
      guard let method = questions[key]?.text.method else { return false }
      return blocked.isDisjoint(with: descriptor.cost(of: method).keys)
    }.min { left, right in
      let works = [left, right].map { key in client(of: key).flatMap { inWork[$0] } ?? 0 }
      return (works[0], left) < (works[1], right)
    }
  }

  private func client(of key: ProviderCallID) -> Peer? {
    questions[key]?.askers.first?.call.flatMap { calls[$0]?.client }
  }

  /// Those that wait for a source that will not be free in their time need not wait.
  private mutating func giveUpOnHopeless(
    at id: ProviderID,
    _ descriptor: Descriptor,
    _ cost: [String: Int],
    until time: Instant
  ) {
    for key in providers[id]?.queue.waiting ?? [] {
      guard let question = questions[key], question.deadline < time + Hub.usefulMs, time > turn.now,
        descriptor.cost(of: question.text.method) == cost
      else { continue }
      timers.set(.question(key), at: turn.now)
    }
  }

  /// A question has ended: what it did not spend others may use, at whatever provider they wait.
  mutating func settle(_ key: ProviderCallID, spent: [String: Int]?) {
    budgets.settle(key, spent: spent, at: turn.now)
    for id in providers.keys.sorted() where providers[id]?.queue.waiting.isEmpty == false {
      sendWaiting(to: id)
    }
  }

  /// Why a question was not answered, when its time or that of a caller is over.
  func whyOpen(_ question: ProviderCall) -> SourceReport.SourceError {
    guard question.sent == nil, !question.isLooking, let slot = providers[question.provider],
      let session = slot.session,
      slot.queue.placesTaken < session.descriptor.inflight
    else { return reason(.deadlineExceeded, "It did not answer in time.") }
    return reason(overBudget(session.descriptor.cost(of: question.text.method)))
  }
}

extension Descriptor {
  /// How many requests a call of the method takes at most, by upstream.
  func cost(of method: Method) -> [String: Int] { methods[method.rawValue]?.cost ?? [:] }
}

extension Int {
  fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}
