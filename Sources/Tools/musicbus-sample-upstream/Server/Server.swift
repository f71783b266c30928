import Dispatch
import HTTPServer
import JSON
import Synchronization

/// The sources with the state that tests change and query while they run: faults, rates, requests.
///
/// One lock protects what tests change.
final class FaultInjectingServer: Sendable {
  /// The number of requests that are recorded.
  static let maxLogged = 10_000

  private struct State: Sendable {
    var faults: FaultPlan
    /// The requests, for tests that count those of a provider.
    var seen: [JSONValue] = []
  }

  private let source: SampleSource
  private let responses = ResponseCache()
  /// As on the command line; a reset comes back to it.
  private let initial: FaultPlan
  private let state: Mutex<State>

  init(_ source: SampleSource = SampleSource(), _ faults: FaultPlan = FaultPlan()) {
    self.source = source
    initial = faults
    state = Mutex(State(faults: faults))
  }

  /// The reaction to a request at this time after the start.
  func reaction(to request: HTTPRequest, at now: Duration) -> Reaction {
    if request.path.first == "_control" {
      return Reaction(delay: .zero, outcome: .response(control(request)))
    }
    let response = responses.response(to: request, make: source.response)
    return state.withLock { state in
      if state.seen.count == Self.maxLogged { state.seen.removeFirst(Self.maxLogged / 10) }
      state.seen.append(Self.log(request, at: now))
      return state.faults.reaction(to: request, at: now, response: response)
    }
  }

  /// Path and query as they were sent; `atMs` is the time since the server started.
  private static func log(_ request: HTTPRequest, at now: Duration) -> JSONValue {
    let time = now.components
    return record([
      "method": request.method, "path": request.pathText, "query": request.queryText,
      "userAgent": request["user-agent"] ?? "",
      "atMs": Int(time.seconds) * 1000 + Int(time.attoseconds / 1_000_000_000_000_000),
    ])
  }

  private func control(_ request: HTTPRequest) -> HTTPResponse {
    switch (request.method, request.pathText) {
    case ("GET", "/_control/requests"):
      let seen = state.withLock { $0.seen }
      return .json(seen.json, type: "application/json")
    case ("POST", "/_control/reset"):
      state.withLock { $0 = State(faults: initial) }
      return Self.plain(200, "ok")
    case ("POST", "/_control/faults"):
      return replace(request, Fault.init) { $0.faults = $1 }
    case ("POST", "/_control/rates"):
      return replace(request, RateLimit.init) { $0.rates = $1 }
    default: return .notFound
    }
  }

  /// Parses one entry per line and replaces all entries, unless one is invalid.
  private func replace<Entry: Sendable>(
    _ request: HTTPRequest,
    _ read: (String) throws(GrammarError) -> Entry,
    _ put: (inout FaultPlan, [Entry]) -> Void
  ) -> HTTPResponse {
    var entries: [Entry] = []
    for line in String(decoding: request.body, as: UTF8.self).split(whereSeparator: \.isNewline) {
      do throws(GrammarError) {
        entries.append(try read(String(line)))
      } catch {
        return Self.plain(400, error.message)
      }
    }
    let complete = entries
    state.withLock { put(&$0.faults, complete) }
    return Self.plain(200, "ok")
  }

  private static func plain(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status, type: "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }
}

/// The responses to earlier requests, so that the sources cost no more than remote ones would.
///
/// A response depends on its request alone.
final class ResponseCache: Sendable {
  /// The maximum number of responses; when it is reached, all are removed.
  static let maxCount = 500
  /// The maximum size of a response in bytes; larger ones are not stored.
  static let maxBytes = 64 * 1024

  private let responses = Mutex<[HTTPRequest: HTTPResponse]>([:])

  var count: Int { responses.withLock { $0.count } }

  /// The response to a request, made only if it is not known.
  func response(to request: HTTPRequest, make: (HTTPRequest) -> HTTPResponse)
    -> HTTPResponse
  {
    if let known = responses.withLock({ $0[request] }) { return known }
    // Made outside the lock, so that requests do not wait for each other.
    let response = make(request)
    if (response.bytes?.count ?? 0) <= Self.maxBytes {
      responses.withLock { responses in
        if responses.count >= Self.maxCount { responses.removeAll() }
        responses[request] = response
      }
    }
    return response
  }
}

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

  func errorResponse(_ status: Int) -> HTTPResponse { .html(status, "Error") }

  func handle(_ exchange: HTTPExchange) {
    let request = exchange.request
    let reaction = sources.reaction(to: request, at: start.duration(to: .now))
    log?("\(request.method) \(request.targetText)\(reaction.summary)")
    // A server that stops does not respond to a request that is still delayed.
    exchange.onClose { exchange.drop() }
    guard case .response(let response) = reaction.outcome else { return }
    guard reaction.delay > .zero else { return exchange.respond(response) }
    let delay = reaction.delay.components
    let nanoseconds = Int(delay.seconds) * 1_000_000_000 + Int(delay.attoseconds / 1_000_000_000)
    delays.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      exchange.respond(response)
    }
  }
}

extension Reaction {
  fileprivate var summary: String {
    let late = delay == .zero ? "" : " after \(delay)"
    return switch outcome {
    case .response(let response):
      "\(late) -> \(response.status), \(response.bytes?.count ?? 0) bytes"
    case .hang: "\(late) -> hangs"
    }
  }
}

/// The sample sources on loopback, until the server goes out of scope.
struct SampleServer: ~Copyable {
  let port: UInt16
  private let server: LoopbackServer

  /// Port 0 takes any free one.
  ///
  /// - Throws: ``HTTPServerError`` if the port is in use.
  init(_ sources: FaultInjectingServer, port: UInt16 = 0, log: SampleSite.Log? = nil)
    throws(HTTPServerError)
  {
    let sockets = try ListeningSocket.loopback(port: port)
    var limits = HTTPLimits()
    // Longer than the longest delay of a fault.
    limits.idleSeconds = 600
    server = try LoopbackServer(SampleSite(sources, log: log), on: sockets, limits: limits)
    self.port = sockets[0].port
  }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Stops the server before the end of its scope.
  consuming func stop() {}
}
