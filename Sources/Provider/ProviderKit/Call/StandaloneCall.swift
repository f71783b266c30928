public import BusProtocol
public import MusicModel

/// Runs single calls of a provider without a hub: by hand (`--try`) and in tests.
public struct StandaloneCall: Sendable {
  private let runner: CallExecutor

  /// - Throws: `INTERNAL` where the descriptor and the code do not promise the same.
  public init(_ provider: any Provider, transport: any HTTPTransport) throws(Failure) {
    let client = HTTPClient(provider, try provider.promise(), transport: transport)
    runner = CallExecutor(provider: provider, client: client)
  }

  /// What came of a call.
  public struct Outcome: Hashable, Sendable {
    /// All items, those of parts first.
    public var items: [Entity]
    public var media: Media?
    public var failure: Failure?
    /// Requests made, by upstream.
    public var spent: [String: Int]
    /// Records left out, by reason.
    public var skipped: [String: Int]
    public var notes: [String]
  }

  /// Runs one call to its end.
  public func run(
    _ method: Method,
    _ parameters: CallParameters,
    timeout: Duration = .seconds(10)
  ) async -> Outcome {
    let parts = StreamedItems()
    let ended = await runner.run(
      method,
      parameters,
      timeLeft: timeout,
      observer: CallContext.Observer(append: { parts.append($0) })
    )
    var outcome = Outcome(
      items: parts.items,
      spent: ended.account.spent,
      skipped: ended.account.skipped,
      notes: ended.account.notes
    )
    switch ended.result {
    case .success(let answer):
      outcome.items += answer.items
      outcome.media = answer.media
    case .failure(let failure):
      outcome.failure = failure
    }
    return outcome
  }
}
