import Synchronization

/// The sources with what a test may change or ask while they run: faults, rates, requests seen.
///
/// All state of the server is here, behind one lock.
final class FaultInjectingServer: Sendable {
  /// Older requests than the last so many are forgotten.
  static let seenMax = 10_000

  private struct State: Sendable {
    var misbehaviour: FaultPlan
    var seen: [LoggedRequest] = []
  }

  private let source: SampleSource
  /// As on the command line; a reset comes back to it.
  private let initial: FaultPlan
  private let state: Mutex<State>

  init(_ source: SampleSource = SampleSource(), _ misbehaviour: FaultPlan = FaultPlan()) {
    self.source = source
    initial = misbehaviour
    state = Mutex(State(misbehaviour: misbehaviour))
  }

  /// What to do with a request that came so long after the start.
  func reaction(to request: Request, at now: Duration) -> Reaction {
    if request.segments.first == "_control" {
      return Reaction(delay: .zero, outcome: .answer(control(request)))
    }
    // The answer is made outside the lock, so that requests do not wait for each other.
    let response = source.answer(request)
    return state.withLock { state in
      if state.seen.count == Self.seenMax { state.seen.removeFirst(Self.seenMax / 10) }
      state.seen.append(LoggedRequest(request, at: now))
      return state.misbehaviour.reaction(to: request, at: now, answer: response)
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
      state.withLock { $0 = State(misbehaviour: initial) }
      return Self.plain(200, "ok")
    case ("POST", "/_control/faults"):
      return replace(request, Fault.init) { $0.faults = $1 }
    case ("POST", "/_control/rates"):
      return replace(request, RateLimit.init) { $0.rates = $1 }
    default: return .notFound
    }
  }

  /// Reads one entry a line; puts all in place of what was there, or nothing if one is wrong.
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
    state.withLock { put(&$0.misbehaviour, complete) }
    return Self.plain(200, "ok")
  }

  private static func plain(_ status: Int, _ text: String) -> Response {
    Response(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }
}
