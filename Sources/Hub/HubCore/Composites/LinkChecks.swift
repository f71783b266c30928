import BusProtocol
import MusicModel

/// `favorites.links`: asks services whether they have the favourite albums and songs, those never looked at first.
///
///     the ids ─► of each service one at a time, while half of each budget is left ─► what has gone is searched there by its name
///
/// The hub notes what each reply says, whoever asked (``Hub/linksAnswered(_:)``).
struct LinkChecks: CompositePlan {
  private struct Part: Sendable {
    let id: EntityID
    let provider: ProviderID
    /// Whether it searches what has gone, by its name.
    let isSearch: Bool
  }

  private let parameters: CallParameters
  /// The ids to ask for, and those that have gone and are searched, by the provider of their service.
  private var (waiting, gone): ([ProviderID: ArraySlice<EntityID>], [ProviderID: [EntityID]]) = (
    [:], [:]
  )
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
    reports = SourceReport.merged(reports + news.reports)
    // A source that does not reply is asked for nothing else.
    if news.reports.contains(where: \.outcome.isMissing) {
      (waiting[part.provider], gone[part.provider]) = (nil, nil)
    } else if !part.isSearch, context.links.hasGone(part.id) {
      gone[part.provider, default: []].append(part.id)
    }
    return next(context)
  }

  /// Begins what can be done now, of each provider one part at a time; replies if there is nothing left to do.
  private mutating func next(_ context: PlanContext) -> [PlanStep] {
    var steps: [PlanStep] = []
    let busy = Set(parts.values.map(\.provider))
    for provider in Set(waiting.keys).union(gone.keys).sorted()
    where !busy.contains(provider) && context.allowsCall {
      if let id = gone[provider]?.last, hasSpareBudgets(for: id, at: provider, context) {
        gone[provider]?.removeLast()
        steps += call(id, at: provider, isSearch: true)
      } else if let id = waiting[provider]?.first, hasSpareBudgets(for: id, at: provider, context) {
        waiting[provider]?.removeFirst()
        steps += call(id, at: provider, isSearch: false)
      }
    }
    guard steps.isEmpty, parts.isEmpty else { return steps }
    var done = Done()
    (done.sources, done.noNetwork) = (reports, context.directory.lacksNetwork(reports))
    return [.replyWithLinks(done)]
  }

  private func hasSpareBudgets(
    for id: EntityID,
    at provider: ProviderID,
    _ context: PlanContext
  ) -> Bool {
    [id.kind.flatMap(Methods.get), id.kind.flatMap(Methods.search)].compactMap(\.self)
      .allSatisfy { context.hasSpareBudgets(for: $0, at: [provider]) }
  }

  /// Asks a provider for an id, whatever is cached; or for the entity, which it searches if the id has gone.
  private mutating func call(
    _ id: EntityID,
    at provider: ProviderID,
    isSearch: Bool
  ) -> [PlanStep] {
    guard let get = id.kind.flatMap(Methods.get) else { return [] }
    number += 1
    parts[number] = Part(id: id, provider: provider, isSearch: isSearch)
    var parameters = parameters
    (parameters.id, parameters.providers) = (id, [provider])
    (parameters.stream, parameters.detail) = (nil, nil)
    parameters.cache = isSearch ? nil : .bypass
    return isSearch
      ? [.call(number, get, parameters)] : [.checkLink(number, id, get, parameters)]
  }
}
