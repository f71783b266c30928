import BusProtocol
import MusicModel

/// Calls of parts, and the hub.
extension Hub {
  /// Begins a call that has parts; `favorites` are the artists among these, if it is about them.
  mutating func startComposite(
    _ origin: CallOrigin,
    _ parameters: CallParameters,
    _ deadlines: CallDeadlines,
    favorites: [Entity] = []
  ) throws(Failure) {
    guard let spec = Methods[origin.method] else { throw .unknownMethod(origin.method) }
    var parameters = spec.client.only(parameters)
    parameters.text = parameters.text?.trimmed
    let plan: any CompositePlan =
      switch origin.method {
      case .searchAll: SearchAll(parameters)
      case .albumsMissing: MissingAlbums(parameters, favorites: favorites)
      case .favoritesLinks: LinkChecks(parameters)
      default: NameSearch(parameters)
      }
    let id = ClientCallID(number: turn.nextNumber())
    let call = CompositeCall(id, origin, parameters, deadlines, plan)
    if let plan = plan as? any TextPlan, let text = parameters.text {
      if let named = directory.id(meantBy: text) {
        return finish(origin, call.reply.end([], type(of: plan).done(naming: named), settings))
      }
      if URLPattern.isURL(text) {
        // A hub that is still starting does not know all URLs.
        if let failure = directory.unknownURLFailure { throw failure }
        return finish(origin, call.reply.end(directory.unknownURL(text), settings))
      }
    }
    composites[id] = call
    advance(id) { plan, context in plan.begin(context) }
  }

  /// A part of a call tells it something, unless that has ended.
  mutating func take(_ news: PartNews, of part: CallPart) {
    guard !importLookedUp(news, part), composites[part.call] != nil else { return }
    if news.isEnd { composites[part.call]?.parts[part.number] = nil }
    advance(part.call) { plan, context in plan.take(news, of: part.number, context) }
  }

  private mutating func advance(
    _ id: ClientCallID,
    _ step: (inout any CompositePlan, PlanContext) -> [PlanStep]
  ) {
    guard var call = composites[id] else { return }
    let context = PlanContext(
      directory: directory,
      lanes: lanes,
      links: favorites.links,
      deadlines: call.deadlines,
      now: now,
      unixMs: turn.unixMs
    )
    let steps = step(&call.plan, context)
    composites[id] = call
    for step in steps { perform(step, of: id) }
  }

  private mutating func perform(_ step: PlanStep, of id: ClientCallID) {
    guard var call = composites[id] else { return }
    switch step {
    case .call(let number, let method, let parameters): begin(number, method, parameters, of: call)
    case .show(let page, let refusals):
      let messages = call.reply.show(page, refusals, settings)
      composites[id] = call
      if let messages { sessions.send(messages, to: call.origin.client, &turn) }
    case .checkLink(let number, let link, let get, let parameters):
      if let unixMs = turn.unixMs, let provider = parameters.providers?.first {
        favorites.links.asked(provider, for: link, at: unixMs)
      }
      begin(number, get, parameters, of: call)
    case .replyWithLinks(let done):
      composites[id] = nil
      finish(call.origin, call.reply.end([], linksReply(done), settings))
    case .reply(let page, let done):
      composites[id] = nil
      if call.origin.method == .searchAll {
        let total = done.lists?.compactMap(\.total).reduce(0, +) ?? 0
        noteSearch(call.origin.method, call.parameters, total: total)
      }
      finish(call.origin, call.reply.end(page, done, settings))
    case .fail(let failure):
      composites[id] = nil
      finish(call.origin, call.reply.end(failure, settings))
    }
  }

  private mutating func begin(
    _ number: Int,
    _ method: Method,
    _ parameters: CallParameters,
    of call: CompositeCall
  ) {
    let part = CallPart(call: call.id, number: number)
    do throws(Failure) {
      guard let spec = Methods[method] else { throw .unknownMethod(method) }
      let origin = CallOrigin(
        client: call.origin.client,
        id: call.origin.id,
        method: method,
        received: call.origin.received
      )
      let isFirst = call.deadlines.start == now
      let request = ClientRequest(
        spec,
        parameters.relevant(to: spec, settings),
        isFirst ? call.deadlines : call.deadlines.ofPart(beginningAt: now),
        origin,
        partOf: part
      )
      let id = try startClientCall(request)
      composites[call.id]?.parts[number] = id
    } catch {
      turn.post(.part(.failed(error), part))
    }
  }

  /// Ends a call and its parts; its client gets no reply without a failure.
  mutating func endComposite(_ id: ClientCallID, _ failure: Failure?) {
    guard let call = composites[id] else { return }
    composites[id] = nil
    for part in call.parts.values.sorted() { step(part, .left) }
    finish(call.origin, failure.map { call.reply.end($0, settings) })
  }

  mutating func endComposites(of client: Peer, _ failure: Failure?) {
    for id in composites.ids where composites[id]?.origin.client == client {
      endComposite(id, failure)
    }
  }
}
