import Synchronization

/// The sources with the state that tests change and query while they run: faults, rates, requests.
///
/// One lock protects what tests change.
final class FaultInjectingServer: Sendable {
  /// The number of requests that are recorded.
  static let maxLogged = 10_000

  private struct State: Sendable {
    var faults: FaultPlan
    var seen: [LoggedRequest] = []
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
  func reaction(to request: Request, at now: Duration) -> Reaction {
    if request.segments.first == "_control" {
      return Reaction(delay: .zero, outcome: .response(control(request)))
    }
    let response = responses.response(to: request, make: source.response)
    return state.withLock { state in
      if state.seen.count == Self.maxLogged { state.seen.removeFirst(Self.maxLogged / 10) }
      state.seen.append(LoggedRequest(request, at: now))
      return state.faults.reaction(to: request, at: now, response: response)
    }
  }

  private func control(_ request: Request) -> Response {
    switch (request.method, request.path) {
    case ("GET", "/_control/requests"):
      let seen = state.withLock { $0.seen }
      return Response(
        200,
        "application/json",
        Array(JSON.array(seen.map(\.json)).text().utf8)
      )
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
    _ request: Request,
    _ read: (String) throws(GrammarError) -> Entry,
    _ put: (inout FaultPlan, [Entry]) -> Void
  ) -> Response {
    var entries: [Entry] = []
    for line in request.body.split(whereSeparator: \.isNewline) {
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

  private static func plain(_ status: Int, _ text: String) -> Response {
    Response(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }
}
