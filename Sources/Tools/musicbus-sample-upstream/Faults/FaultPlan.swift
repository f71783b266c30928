/// All that is wrong with the server at the moment: a value, so that it can be replaced at once.
struct FaultPlan: Hashable, Sendable {
  var latency = Duration.zero
  var faults: [Fault] = []
  var rates: [RateLimit] = []

  /// What comes of the request, whose proper answer is given.
  ///
  /// The time since the start is only for the rates.
  mutating func reaction(
    to request: Request,
    at now: Duration,
    answer: Response
  ) -> Reaction {
    for index in rates.indices {
      if let refusal = rates[index].refusal(of: request, at: now) {
        return Reaction(delay: latency, outcome: .answer(refusal))
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
    delay = min(delay, Fault.delayMax)
    guard striking != .hang else { return Reaction(delay: delay, outcome: .hang) }
    let spoilt = striking.map { answer.spoilt(by: $0, request) } ?? answer
    return Reaction(delay: delay, outcome: .answer(spoilt))
  }
}

/// What the server does with a request: wait, then answer or never.
struct Reaction: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case answer(Response)
    case hang
  }

  let delay: Duration
  let outcome: Outcome
}
