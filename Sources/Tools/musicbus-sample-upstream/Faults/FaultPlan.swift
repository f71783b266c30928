/// The present faults of the server: a value, so that it can be replaced as a whole.
struct FaultPlan: Hashable, Sendable {
  var latency = Duration.zero
  var faults: [Fault] = []
  var rates: [RateLimit] = []

  /// The reaction to a request with this regular response.
  ///
  /// The time since the start is only for the rates.
  mutating func reaction(
    to request: Request,
    at now: Duration,
    response: Response
  ) -> Reaction {
    for index in rates.indices {
      if let refusal = rates[index].refusal(of: request, at: now) {
        return Reaction(delay: latency, outcome: .response(refusal))
      }
    }
    var delay = latency
    var striking: Fault.Kind?
    for index in faults.indices where faults[index].strikes(request) {
      // Delays add up; of the rest the first in the list strikes.
      if case .slow(let extra) = faults[index].kind {
        delay += extra
      } else if striking == nil {
        striking = faults[index].kind
      } else {
        continue
      }
      faults[index].remaining = faults[index].remaining.map { $0 - 1 }
    }
    delay = min(delay, Fault.maxDelay)
    guard striking != .hang else { return Reaction(delay: delay, outcome: .hang) }
    let spoilt = striking.map { response.spoilt(by: $0, request) } ?? response
    return Reaction(delay: delay, outcome: .response(spoilt))
  }
}

/// The reaction to a request: a delay, then a response or none.
struct Reaction: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case response(Response)
    case hang
  }

  let delay: Duration
  let outcome: Outcome
}
