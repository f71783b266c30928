public import BusProtocol
public import MusicModel
internal import Synchronization

/// Runs calls of a provider without a hub: for `--try`, and for tests of providers.
public struct StandaloneCall: Sendable {
  private let executor: CallExecutor

  /// - Throws: `INTERNAL` if the declared and the implemented methods differ.
  public init(_ provider: any Provider, transport: any HTTPTransport) throws(Failure) {
    let descriptor = try provider.resolvedDescriptor()
    let client = HTTPClient(provider, descriptor, transport: transport)
    executor = CallExecutor(provider: provider, client: client)
  }

  /// The result of a call.
  public struct Outcome: Hashable, Sendable {
    /// All items, streamed ones first.
    public var items: [Entity]
    public var media: Media?
    public var collection: CollectionReport?
    public var failure: Failure?
    /// Requests sent, by upstream.
    public var spent: [String: Int]
    /// Skipped records, by reason.
    public var skipped: [String: Int]
    public var notes: [String]
    /// The freshness lifetime in milliseconds, if shorter than that of the method.
    public var freshMs: Int?
    /// The position from which the list continues, if it does.
    public var next: ListPosition?
  }

  /// Runs one call.
  public func run(
    _ method: Method,
    _ parameters: CallParameters,
    timeout: Duration = .seconds(10)
  ) async -> Outcome {
    let streamed = StreamedItems()
    let completion = await executor.run(
      method,
      parameters,
      timeLeft: timeout,
      observer: CallContext.Observer(streamed: { streamed.append($0) })
    )
    var outcome = Outcome(
      items: streamed.items,
      spent: completion.summary.spent,
      skipped: completion.summary.skipped,
      notes: completion.summary.notes,
      freshMs: completion.summary.freshMs,
      next: completion.summary.next
    )
    switch completion.result {
    case .success(let reply):
      outcome.items += reply.items
      outcome.media = reply.media
      outcome.collection = reply.collection
    case .failure(let failure):
      outcome.failure = failure
    }
    return outcome
  }
}

/// Collects the items that a call streams.
final class StreamedItems: Sendable {
  private let streamed = Mutex<[Entity]>([])

  var items: [Entity] { streamed.withLock { $0 } }

  func append(_ items: [Entity]) { streamed.withLock { $0 += items } }
}
