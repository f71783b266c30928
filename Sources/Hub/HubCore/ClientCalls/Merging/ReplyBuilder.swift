import BusProtocol
import EntityResolution
import MusicModel

/// Builds the result of a call whose records are gathered and merged.
struct ReplyBuilder: Sendable {
  let call: ClientCall
  let found: FoundEntities
  let sources: [SourceReport]

  enum Result: Sendable {
    case list(ListResult)
    /// One entity, as a list of one.
    case single(ListResult)
    /// The file of an entity is to be fetched.
    case file(MergedEntity)
    case explanation(MergedEntity)
    /// An entity becomes a favourite.
    case favorite(Entity)
    case failed(Failure)
  }

  func result(_ settings: HubSettings, _ index: EntityIndex) -> Result {
    switch call.spec.result {
    case .list, .report: return list(settings)
    case .single, .artwork, .preview, .lyrics, .stream, .explanation, .favorite: break
    }
    let picked = call.pick(from: found.merged, index.resolver)
    if call.spec.result == .favorite {
      let entity = picked?.entity ?? call.parameters.id.flatMap(index.merged)
      return entity.map(Result.favorite) ?? .failed(notFound)
    }
    guard let picked else { return .failed(notFound) }
    switch call.spec.result {
    case .artwork, .preview, .lyrics, .stream: return .file(picked)
    case .explanation: return .explanation(picked)
    case .list, .single, .favorite, .report:
      return .single(ListResult([call.detailed(picked)], sources, exact: true))
    }
  }

  private func list(_ settings: HubSettings) -> Result {
    let hasReply = sources.contains(where: \.outcome.isUsable)
    let isMissing = sources.contains(where: \.outcome.isMissing)
    guard hasReply || !found.merged.isEmpty || !isMissing else { return .failed(noReply) }
    let remainder = call.gathering.remainder(of: call.request, settings)
    return .list(
      ListResult(
        found.list,
        sources,
        exact: remainder == .none && !isMissing,
        mayGrow: remainder == .available,
        reportedTotal: call.request.isFiltered ? 0 : call.gathering.reportedTotal
      )
    )
  }

  /// The error if no source knows the entity, or none could be queried (MB-101, MB-102).
  var notFound: Failure {
    guard !sources.contains(where: \.outcome.isMissing) else { return noReply }
    let what = call.parameters.id.map { "\($0)" } ?? "it"
    let elsewhere = sources.filter(\.isNotInCountry).map(\.provider.rawValue)
    if !elsewhere.isEmpty {
      let country = call.parameters.country.map { " (\($0))" } ?? ""
      let text = "\(what) is not available in your country\(country) at"
      return Failure(
        .notFound,
        "\(text) \(elsewhere.joined(separator: ", ")).",
        sources: sources
      )
    }
    return Failure(.notFound, "No source knows \(what).", sources: sources)
  }

  private var noReply: Failure {
    let missing = sources.filter(\.outcome.isMissing)
    let isLate = missing.allSatisfy { $0.outcome == .timeout }
    if isLate, !sources.contains(where: \.outcome.isUsable) {
      return Failure(.deadlineExceeded, "No source replied before the deadline.", sources: sources)
    }
    let text =
      missing.allSatisfy { $0.outcome == .late }
      ? "No source has replied yet." : "No source sent a usable reply."
    let retry = missing.compactMap { $0.error?.retryAfterMs }.min()
    return Failure(
      .sourcesFailed,
      text,
      retryAfterMs: retry,
      sources: sources
    )
  }
}
