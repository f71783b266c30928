import BusProtocol
import MusicModel

/// `favorites.links`: asks services whether they have the favourite albums and songs, those never looked at first.
///
///     the ids ─► of each service one at a time, while half of each budget is left ─► of those that have gone, a search for another id
///
/// The hub notes what each reply says, whoever asked (``Hub/linkAnswered(_:_:)``).
struct LinkChecks: CompositePlan {
  private struct Part: Sendable {
    let id: EntityID
    /// `nil` if all are asked for another id.
    let provider: ProviderID?
  }

  private let parameters: CallParameters
  /// The ids to ask for, by the provider of their service.
  private var waiting: [ProviderID: ArraySlice<EntityID>] = [:]
  /// The ids that have gone, and are to be searched.
  private var gone: [EntityID] = []
  private var parts: [Int: Part] = [:]
  private var number = 0
  private var reports: [SourceReport] = []

  init(_ parameters: CallParameters) { self.parameters = parameters }

  mutating func begin(_ context: PlanContext) -> [PlanStep] {
    if parameters.cache != .only, let unixMs = context.unixMs {
      let wanted = parameters.providers ?? context.directory.providers
      let issuers = context.directory.issuers(among: wanted)
      var ids: [ProviderID: [EntityID]] = [:]
      for id in context.links.unchecked(at: unixMs) {
        if let issuer = issuers.issuer(of: id) { ids[issuer, default: []].append(id) }
      }
      waiting = ids.mapValues { $0[...] }
    }
    return next(context)
  }

  mutating func take(_ news: PartNews, of number: Int, _ context: PlanContext) -> [PlanStep] {
    guard news.isEnd, let part = parts.removeValue(forKey: number) else { return [] }
    if let provider = part.provider {
      reports = SourceReport.merged(reports + news.reports)
      // A source that does not reply is asked for nothing else.
      if news.reports.contains(where: \.outcome.isMissing) { waiting[provider] = nil }
      if context.links.hasGone(part.id) { gone.append(part.id) }
    }
    return next(context)
  }

  /// Begins what can be done now; replies if there is nothing left to do.
  private mutating func next(_ context: PlanContext) -> [PlanStep] {
    var steps: [PlanStep] = []
    let busy = Set(parts.values.map(\.provider))
    for provider in waiting.keys.sorted() where !busy.contains(provider) {
      guard context.allowsCall, let id = waiting[provider]?.popFirst(),
        let get = id.kind.flatMap(Methods.get), context.hasSpareBudgets(for: get, at: [provider])
      else { continue }
      steps.append(call(get, id, at: provider))
    }
    if steps.isEmpty, parts.isEmpty, context.allowsCall, let id = gone.popLast(),
      let get = id.kind.flatMap(Methods.get)
    {
      steps.append(call(get, id, at: nil))
    }
    guard steps.isEmpty, parts.isEmpty else { return steps }
    var done = Done()
    (done.sources, done.noNetwork) = (reports, context.directory.lacksNetwork(reports))
    return [.reply([], done)]
  }

  private mutating func call(_ get: Method, _ id: EntityID, at provider: ProviderID?) -> PlanStep {
    number += 1
    parts[number] = Part(id: id, provider: provider)
    var parameters = parameters
    (parameters.id, parameters.stream, parameters.detail) = (id, nil, nil)
    (parameters.providers, parameters.cache) = (
      provider.map { [$0] }, provider == nil ? nil : .bypass
    )
    return .call(number, get, parameters)
  }
}
