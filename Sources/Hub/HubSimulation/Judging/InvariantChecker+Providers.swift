import BusProtocol
import HubCore
import MusicModel

/// What the hub owes its providers: their ids, their limits, one process and one session at a time.
extension InvariantChecker {
  mutating func hears(_ message: WireMessage, _ spoken: DecodedReply?, ofProvider peer: Peer) {
    guard let (id, session) = session(at: peer), message.header.sid == session.sid else { return }
    let key = message.header.re ?? ""
    switch message.header.type {
    case .part:
      guard let question = session.calls[key], case .part(let part)? = spoken else { return }
      testimony.wasTold(part.items?.elements ?? [], of: question.subject)
    case .done, .error:
      guard let question = session.calls[key] else { return }
      providers[id]?.session?.calls[key] = nil
      ended(question, of: id, message.header.type, spoken)
    case .bye: endSession(of: id)
    default: break
    }
  }

  private mutating func ended(
    _ question: ObservedProviderCall,
    of id: ProviderID,
    _ type: MessageType,
    _ spoken: DecodedReply?
  ) {
    var spent: [String: Int]?
    switch (type, spoken) {
    case (.done, .done(let done)?):
      wasAnswered(question, by: id)
      testimony.wasTold(done.items?.elements ?? [], of: question.subject)
      spent = done.spent ?? [:]
    case (.error, .failure(let failure)?):
      spent = failure.spent ?? [:]
      if failure.code == .notFound { wasAnswered(question, by: id) }
      if failure.code == .upstreamRateLimited, !question.isCancelled {
        coolDown(question, failure.retryAfterMs)
      }
    default: break
    }
    settle(question, spent: spent)
  }

  private mutating func wasAnswered(_ question: ObservedProviderCall, by id: ProviderID) {
    if !question.isCancelled { providers[id]?.answeredAt[question.subject] = now }
  }

  private func session(at peer: Peer) -> (ProviderID, ObservedProvider.Session)? {
    for (id, view) in providers {
      if let session = view.session, session.peer == peer { return (id, session) }
    }
    return nil
  }

  mutating func endSession(at peer: Peer) {
    if let (id, _) = session(at: peer) { endSession(of: id) }
  }

  /// What a session took with it nobody knows: all that was granted counts as spent.
  mutating func endSession(of id: ProviderID) {
    guard let session = providers[id]?.session else { return }
    status = nil
    providers[id]?.session = nil
    for question in session.calls.values { settle(question, spent: nil) }
  }

  mutating func seesSpawn(of id: ProviderID) {
    if case .none? = providers[id]?.process {
    } else {
      complain("one process at a time", "\(id) is started while another runs")
    }
    demand(!isStopping, "no start at the end", "\(id)")
    demand(found.contains(id), "nobody starts who is taken away", "\(id)")
    providers[id]?.process = .wanted
  }

  mutating func seesStop(of id: ProviderID) {
    if case .running? = providers[id]?.process {
    } else {
      complain("only what runs is stopped", "\(id)")
    }
    if let session = providers[id]?.session, session.peer != speaker {
      let isHeard = isStopping || !unheard.contains(session.sid)
      demand(isHeard, "all is heard before anybody is judged", "\(id)")
    }
    providers[id]?.process = .leaving
    endSession(of: id)
  }

  mutating func sees(_ sent: SentMessage, toProvider peer: Peer) {
    let plan = script.providers[Connection(peer).number]
    let header = sent.header
    switch sent.body {
    case .welcome:
      endSession(of: plan.id)
      status = nil
      providers[plan.id]?.session = .init(peer: peer, sid: header.sid ?? "")
      demand(
        sids.insert(header.sid ?? "").inserted,
        "sessions have names of their own",
        "\(header)"
      )
      declare(plan)
    case .bye(let code):
      if code == nil { seesOutOfService(plan.id) }
      endSession(at: peer)
    case .call(let parameters): sees(parameters, header, plan, peer)
    case .cancel:
      demandSession(header, plan, peer)
      let key = header.re ?? ""
      let question = providers[plan.id]?.session?.calls[key]
      demand(question?.isCancelled == false, "only open calls are cancelled", "\(plan.id) \(key)")
      providers[plan.id]?.session?.calls[key]?.isCancelled = true
    case .ping: demandSession(header, plan, peer)
    case .reject, .error: break
    case .part, .done: complain("directions", "a provider is sent \(header)")
    case .unreadable(let problem): complain("readable messages", "\(header): \(problem)")
    }
  }

  private mutating func demandSession(_ header: Header, _ plan: ProviderPlan, _ peer: Peer) {
    let session = providers[plan.id]?.session
    demand(
      session?.peer == peer && session?.sid == header.sid,
      "nothing to a session that is over",
      "\(plan.id) \(header)"
    )
  }

  private mutating func sees(
    _ parameters: CallParameters,
    _ header: Header,
    _ plan: ProviderPlan,
    _ peer: Peer
  ) {
    demandSession(header, plan, peer)
    guard let key = header.id, let method = header.method, let session = providers[plan.id]?.session
    else { return complain("calls have names", "\(header)") }
    let question = ObservedProviderCall(method, parameters)
    demand(session.calls[key] == nil, "calls have names of their own", "\(header)")
    demand(session.calls.count < plan.inflight, "calls at once at most", "\(plan.id) \(header)")
    let twin = session.calls.values.contains {
      !$0.isCancelled && $0.method == method && $0.parameters == question.parameters
    }
    demand(!twin, "equal questions are asked once", "\(plan.id) \(header)")
    checkTime(of: header)
    checkIsNotGone(plan.id, header)
    let own = ["\(plan.id)"] + (plan.knowsMBIDs ? ["mbid"] : [])
    let isKnown = parameters.id.map { own.contains($0.namespace) } ?? true
    demand(
      isKnown,
      "ids that the provider knows",
      "\(plan.id): \(String(describing: parameters.id))"
    )
    let isTold = parameters.url?.hasPrefix("\(plan.id)/") ?? true
    demand(isTold, "files from who told of them", "\(plan.id): \(parameters.url ?? "")")
    providers[plan.id]?.session?.calls[key] = question
    checkGrant(question)
  }

  /// No more time is handed on than somebody has; than somebody had, where answers are kept.
  private mutating func checkTime(of header: Header) {
    let marks = clients.values.flatMap { $0.calls.values.filter(\.mayAsk).map(\.mark) }
    let left = (settings.keepsAnswers ? lastMark : marks.max()).map { $0 - now }
    let timeoutMs = header.timeoutMs ?? .max
    demand(
      timeoutMs >= 1 && timeoutMs <= max(1, left ?? 0),
      "time that is left",
      "\(header), \(left ?? 0)"
    )
  }
}
