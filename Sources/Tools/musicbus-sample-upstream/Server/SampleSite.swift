import Dispatch
import HTTPServer

/// Responds to HTTP requests as the sample sources do, with their delays and faults.
final class SampleSite: HTTPHandler {
  typealias Log = @Sendable (String) -> Void

  private let sources: FaultInjectingServer
  private let log: Log?
  private let start = ContinuousClock.now
  /// Runs when a delay ends.
  private let delays = DispatchQueue(label: "musicbus-sample-upstream.delays")

  init(_ sources: FaultInjectingServer, log: Log?) {
    self.sources = sources
    self.log = log
  }

  func check(_ request: HTTPRequest) -> HTTPResponse? { nil }

  func errorResponse(_ status: Int) -> HTTPResponse { Response.html(status, "Error").http }

  func handle(_ exchange: HTTPExchange) {
    let request = Request(exchange.request)
    let reaction = sources.reaction(to: request, at: start.duration(to: .now))
    log?("\(request.method) \(request.target)\(reaction.summary)")
    // A server that stops does not respond to a request that is still delayed.
    exchange.onClose { exchange.drop() }
    guard case .response(let response) = reaction.outcome else { return }
    guard reaction.delay > .zero else { return exchange.respond(response.http) }
    let delay = reaction.delay.components
    let nanoseconds = Int(delay.seconds) * 1_000_000_000 + Int(delay.attoseconds / 1_000_000_000)
    delays.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      exchange.respond(response.http)
    }
  }
}

extension Request {
  fileprivate init(_ request: HTTPRequest) {
    self.init(
      request.targetText,
      method: request.method,
      host: request["host"] ?? "",
      userAgent: request["user-agent"] ?? "",
      body: String(decoding: request.body, as: UTF8.self)
    )
    authorization = request["authorization"] ?? ""
  }
}

extension Reaction {
  fileprivate var summary: String {
    let late = delay == .zero ? "" : " after \(delay)"
    return switch outcome {
    case .response(let response): "\(late) -> \(response.status), \(response.bytes.count) bytes"
    case .hang: "\(late) -> hangs"
    }
  }
}
