import BusProtocol
import MusicModel

/// The reaction of a provider to a call, with its delay in milliseconds.
struct CallBehavior: Sendable {
  enum Act: Sendable {
    case part([Entity])
    case end([Entity])
    case fail(ErrorCode, retryAfterMs: Int?)
    case fault(ProtocolFault)
  }

  /// Ways to violate the protocol.
  enum ProtocolFault: Int, Sendable, CaseIterable {
    case wrongSeq, wrongCount, twoEnds, afterTheEnd, foreignEnd, otherKind, unreadable, tooMany
    case absurdNumbers, wrongDirection, overspent, longText, wrongSession, noFile, crash
  }

  var acts: [(afterMs: Int, Act)] = []
  /// It ignores cancellation.
  var isDeaf = false

  /// The same for the same call of a script, whatever else happens in it.
  init(
    _ plan: ProviderPlan,
    _ behavior: BehaviorWeights,
    _ items: [Entity],
    timeoutMs: Int,
    _ random: inout ScheduleRandom
  ) {
    enum Mood { case quick, slow, failing, silent, faulty }
    isDeaf = plan.isCore
    let mood = random.pick([
      (behavior.quick, Mood.quick), (behavior.slow, .slow), (behavior.failing, .failing),
      (behavior.silent, .silent), (behavior.faulty, .faulty),
    ])
    switch mood {
    case .quick: reply(items, afterMs: random.roll(1...60), &random)
    case .slow:
      let time = random.pick([400, 2_500, 9_000])
      // A good provider observes the deadline, a bad one ignores it.
      if time >= timeoutMs, random.chance(70) {
        acts = [(max(1, timeoutMs - 20), .fail(.deadlineExceeded, retryAfterMs: nil))]
      } else {
        reply(items, afterMs: time, &random)
      }
    case .failing:
      let code = random.pick([
        ErrorCode.upstreamUnavailable, .upstreamRateLimited, .notFound, .internalError, .busy,
        .upstreamBadData, .grantExceeded, .deadlineExceeded, ErrorCode(rawValue: "X_ODD"),
      ])
      let retryAfterMs = random.chance(50) ? random.roll(0...20_000) : nil
      if random.chance(30) { acts.append((10, .part(Array(items.prefix(1))))) }
      acts.append((random.roll(11...300), .fail(code, retryAfterMs: retryAfterMs)))
    case .silent: isDeaf = isDeaf || random.chance(30)
    case .faulty: acts = [(random.roll(1...100), .fault(random.pick(ProtocolFault.allCases)))]
    }
  }

  private mutating func reply(_ items: [Entity], afterMs: Int, _ random: inout ScheduleRandom) {
    guard items.count > 1, random.chance(40) else {
      acts = [(afterMs, .end(items))]
      return
    }
    let cut = random.roll(1...items.count)
    acts = [
      (afterMs, .part(Array(items.prefix(cut)))),
      (afterMs + random.roll(0...800), .end(Array(items.dropFirst(cut)))),
    ]
  }
}
