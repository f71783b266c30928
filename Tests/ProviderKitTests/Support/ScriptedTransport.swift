import ProviderKit
import Synchronization

/// A transport that returns given results, in order.
final class ScriptedTransport: HTTPTransport {
  typealias Step = Result<HTTPResponse, TransportError>

  struct Seen: Hashable, Sendable {
    var url: String
    var upstream: String
    var headers: [String: String]
    var timeout: Duration
    var maxBytes: Int
  }

  private struct State {
    var script: [Step]
    var seen: [Seen] = []
  }
  private let state: Mutex<State>

  init(_ script: Step...) { state = Mutex(State(script: script)) }

  var seen: [Seen] { state.withLock { $0.seen } }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    let step = state.withLock { state -> Step in
      state.seen.append(
        Seen(
          url: request.address.description,
          upstream: request.upstream,
          headers: headers,
          timeout: timeout,
          maxBytes: maxBytes
        )
      )
      return state.script.isEmpty
        ? .failure(.noConnection("the script has ended")) : state.script.removeFirst()
    }
    return try step.get()
  }
}

extension Result<HTTPResponse, TransportError> {
  static func text(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) -> Self {
    .success(HTTPResponse(status: status, headers: headers, body: Array(text.utf8)))
  }

  static func status(_ status: Int, _ headers: [String: String] = [:]) -> Self {
    .text("", status: status, headers)
  }
}
