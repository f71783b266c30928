internal import BusProtocol

/// Runs calls of one provider: finds the method's code, checks the parameters, keeps the account.
struct CallExecutor: Sendable {
  private let provider: any Provider
  private let client: HTTPClient
  private let capabilities: [String: Capability]

  init(provider: any Provider, client: HTTPClient) {
    self.provider = provider
    self.client = client
    self.capabilities = Dictionary(
      Capability.served(by: provider).map { ($0.method.rawValue, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  struct Ended: Sendable {
    var result: Result<Reply, Failure>
    var account: CallContext.Account
  }

  func run(
    _ method: Method,
    _ parameters: CallParameters,
    timeLeft: Duration,
    observer: CallContext.Observer
  ) async -> Ended {
    let run = CallContext(
      client: client,
      timeLeft: timeLeft,
      grant: parameters.grant,
      observer: observer
    )
    let call = Call(method: method, parameters: parameters, run: run)
    do throws(Failure) {
      return Ended(result: .success(try await answer(call)), account: run.account)
    } catch {
      return Ended(result: .failure(error), account: run.account)
    }
  }

  private func answer(_ call: Call) async throws(Failure) -> Reply {
    guard let capability = capabilities[call.method.rawValue],
      let handler = capability.handler(provider)
    else { throw Failure(.methodUnknown, "\(call.method) is not served here.") }
    try call.parameters.check(for: call.method, receiver: .provider)
    do throws(Failure) {
      return try await handler(call).cut(to: call.limit)
    } catch {
      // What a source does not have is an empty answer on the bus, never an error.
      guard error.code == .notFound else { throw error }
      call.note(error.message)
      return Reply()
    }
  }
}
