internal import BusProtocol

/// Runs calls: finds the endpoint of the method, checks the parameters and limits the reply.
struct CallExecutor: Sendable {
  private let provider: any Provider
  private let client: HTTPClient
  /// The namespaces of ids that the provider understands.
  private let namespaces: [String]
  private let handlers: [Method: Endpoint.Handler]
  private let recorder: CassetteRecorder?

  init(provider: any Provider, client: HTTPClient) {
    self.provider = provider
    self.client = client
    recorder = client.transport as? CassetteRecorder
    namespaces = provider.descriptor.namespaces
    handlers = Dictionary(provider.endpoints.map { ($0.method, $0.handler) }) { first, _ in first }
  }

  /// A completed call.
  struct Completion: Sendable {
    var result: Result<Reply, Failure>
    var summary: CallContext.Summary
  }

  func run(
    _ method: Method,
    _ parameters: CallParameters,
    timeLeft: Duration,
    observer: CallContext.Observer
  ) async -> Completion {
    let streamed = StreamedItems()
    var observer = observer
    if recorder != nil {
      let pass = observer.streamed
      observer.streamed = { items in
        streamed.append(items)
        pass(items)
      }
    }
    let context = CallContext(
      client: client,
      timeLeft: timeLeft,
      grant: parameters.grant,
      observer: observer
    )
    let call = Call(method: method, parameters: parameters, context: context)
    var completion: Completion
    do throws(Failure) {
      completion = Completion(result: .success(try await reply(to: call)), summary: context.summary)
    } catch {
      completion = Completion(result: .failure(error), summary: context.summary)
    }
    recorder?.record(Cassette.RecordedCall(method, parameters, streamed.items, completion))
    return completion
  }

  private func reply(to call: Call) async throws(Failure) -> Reply {
    guard let handler = handlers[call.method] else {
      throw Failure(.methodUnknown, "This provider does not serve \(call.method).")
    }
    try call.parameters.check(for: call.method, receiver: .provider)
    var call = call
    var missing: Failure?
    // A list may be empty.
    let isSingle = Methods[call.method]?.isSingle == true
    let isFile = Methods[call.method]?.isFile == true
    while true {
      do throws(Failure) {
        var reply = try await handler(call)
        if provider.redirectsMergedIDs { reply = reply.addingRequestedID(of: call) }
        if !reply.isEmpty || !isSingle || call.context.hasStreamed {
          let limit = isSingle ? 1 : call.limit
          return reply.filtered(for: call).plausible.truncated(to: limit)
        }
      } catch {
        guard [.notFound, .notInCountry].contains(error.code) else { throw error }
        if missing == nil || error.code == .notInCountry { missing = error }
      }
      // The source may have the entity under another one of its ids.
      guard !call.context.hasStreamed, call.context.hasRequestsLeft,
        let next = call.withoutUsedIDs(namespaces, keepingType: isFile)
      else { break }
      call = next
    }
    if let missing, missing.code == .notInCountry { throw missing }
    // On the bus, "not found" is an empty reply, never an error.
    if let missing { call.addNote(missing.message) }
    return Reply()
  }
}
