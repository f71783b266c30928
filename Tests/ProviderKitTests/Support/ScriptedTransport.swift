import ProviderKit
import Synchronization

/// A source that plays a script: one line for each request, in order.
final class ScriptedTransport: HTTPTransport {
  typealias Line = Result<HTTPResponse, TransportError>

  struct Seen: Hashable, Sendable {
    var url: String
    var upstream: String
    var headers: [String: String]
    var timeout: Duration
    var bytesMax: Int
  }

  private struct State {
    var script: [Line]
    var seen: [Seen] = []
  }
  private let state: Mutex<State>

  init(_ script: Line...) { state = Mutex(State(script: script)) }

  var seen: [Seen] { state.withLock { $0.seen } }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    bytesMax: Int
  ) async throws(TransportError) -> HTTPResponse {
    let line = state.withLock { state -> Line in
      state.seen.append(
        Seen(
          url: request.address.description,
          upstream: request.upstream,
          headers: headers,
          timeout: timeout,
          bytesMax: bytesMax
        )
      )
      return state.script.isEmpty
        ? .failure(.noConnection("the script is over")) : state.script.removeFirst()
    }
    return try line.get()
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
