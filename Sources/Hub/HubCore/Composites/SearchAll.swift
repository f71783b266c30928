import BusProtocol
import EntityResolution
import MusicModel

/// `search.all`: the search methods of all kinds at once, with one reply.
///
/// If nothing is found, the library is asked what the text may mean: it knows names with a typo.
struct SearchAll: TextPlan {
  private let parameters: CallParameters
  /// What each kind has, in the order of `EntityKind.searched`; `nil` before it has ended.
  private var ended: [PartNews?] = [nil, nil, nil]
  private var pages: [[Entity]] = [[], [], []]
  /// What the library has, while it is asked for a suggestion.
  private var guesses: [[Entity]?] = [nil, nil, nil]

  init(_ parameters: CallParameters) { self.parameters = parameters }

  private var text: String { parameters.text ?? "" }

  static func done(naming id: EntityID) -> Done {
    var done = Done()
    done.id = id
    return done
  }

  func begin(_ context: PlanContext) -> [PlanStep] { calls(from: 0) { _ in } }

  /// The search for each kind.
  private func calls(
    from number: Int,
    _ change: (inout CallParameters) -> Void
  ) -> [PlanStep] {
    EntityKind.searched.enumerated().compactMap { index, kind in
      var parameters = parameters
      // The call is the search of the user.
      parameters.lookup = true
      change(&parameters)
      return Methods.search(kind).map { .call(number + index, $0, parameters) }
    }
  }

  mutating func take(_ news: PartNews, of part: Int, _ context: PlanContext) -> [PlanStep] {
    guard part < ended.count else { return take(guess: news, part - ended.count, context) }
    switch news {
    case .soFar(let page, let refusals):
      pages[part] = page
      return [.show(Array(pages.joined()), refusals)]
    case .ended(let page, _): pages[part] = page
    case .failed: pages[part] = []
    }
    ended[part] = news
    guard !ended.contains(where: { $0 == nil }) else {
      return [.show(Array(pages.joined()), [])]
    }
    let mayGuess =
      pages.allSatisfy(\.isEmpty) && failures.allSatisfy { $0.code == .noProvider }
      && parameters.cache != .only
      && context.allowsCall
    guard mayGuess else { return [reply(context)] }
    return calls(from: ended.count) { parameters in
      (parameters.cache, parameters.limit, parameters.stream) = (.only, 3, nil)
    }
  }

  private mutating func take(
    guess news: PartNews,
    _ index: Int,
    _ context: PlanContext
  ) -> [PlanStep] {
    switch news {
    case .soFar: return []
    case .ended(let page, _): guesses[index] = page
    case .failed: guesses[index] = []
    }
    return guesses.contains { $0 == nil } ? [] : [reply(context)]
  }

  private var failures: [Failure] {
    ended.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
  }

  private var replies: [Done] {
    ended.compactMap { if case .ended(_, let done) = $0 { done } else { nil } }
  }

  private func reply(_ context: PlanContext) -> PlanStep {
    let reports = replies.flatMap { $0.sources ?? [] } + failures.flatMap { $0.sources ?? [] }
    let sources = SourceReport.merged(reports)
    let noNetwork = context.directory.lacksNetwork(reports)
    guard !replies.isEmpty else {
      // That no provider serves one kind, or that all are late, says less than that those of another have failed.
      let others = failures.filter { $0.code != .noProvider }
      var failure =
        others.first { $0.code != .deadlineExceeded } ?? others.first ?? failures.first
        ?? Failure(.noProvider, "No provider can search.")
      failure.sources = failure.sources == nil ? nil : sources
      failure.noNetwork = noNetwork
      return .fail(failure)
    }
    var done = Done()
    (done.sources, done.noNetwork) = (sources, noNetwork)
    done.lists = zip(EntityKind.searched, ended).map(SearchAll.report)
    done.suggestion = suggestion
    // The parts have no notes of their own.
    done.notes = parameters.shortTextNote.map { [$0] }
    return .reply(Array(pages.joined()), done)
  }

  private static func report(_ kind: EntityKind, _ news: PartNews?) -> ListReport {
    var report = ListReport(kind: kind)
    switch news {
    case .ended(_, let done):
      (report.total, report.totalIsExact) = (done.total, done.totalIsExact)
      report.next = done.next
    case .failed(let failure):
      report.error = SourceReport.SourceError(failure.code, failure.message)
      report.error?.retryAfterMs = failure.retryAfterMs
    case .soFar, nil: break
    }
    return report
  }

  /// The name of an entity of the library that the text looks like.
  private var suggestion: SearchSuggestion? {
    let found = guesses.compactMap(\.self).joined()
    let names = found.flatMap { entity in
      let artist = entity.artist.flatMap { artist in artist.id.map { (artist.name, $0) } }
      return [(entity.displayName, entity.id)] + [artist].compactMap(\.self)
    }
    let wanted = FoldedName(text)
    return names.first { wanted.isTypo(of: FoldedName($0.0)) }.map { SearchSuggestion($0.0, $0.1) }
  }
}

extension FoldedName {
  /// Whether another name is not this one, but looks like it.
  func isTypo(of name: FoldedName) -> Bool {
    self != name && LetterPairs(words).similarity(to: LetterPairs(name.words)) > LetterPairs.alike
  }
}

extension ProviderDirectory {
  /// The error for a URL that no provider knows.
  func unknownURL(_ text: String) -> Failure {
    let names = providersWithURLs.map(\.rawValue).joined(separator: ", ")
    let known = names.isEmpty ? [] : ["URLs of these providers are known: \(names)."]
    // What the URLs of a provider are is known when it runs; its name suggests it.
    let others = unconfigured.filter { text.contains($0.id.rawValue) }
      .map { "\($0.id): \($0.reason)" }
    let sentences = ["No provider knows the URL \"\(text)\"."] + known + others
    return Failure(.notFound, sentences.joined(separator: " "))
  }
}
