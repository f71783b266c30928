import BusProtocol
import MusicModel

/// How a provider reacts to a call: what it does, and after how many milliseconds.
struct CallBehavior: Sendable {
  enum Act: Sendable {
    case part([Entity])
    case end([Entity])
    case fail(ErrorCode, retryAfterMs: Int?)
    case lie(ProtocolFault)
  }

  /// Ways to break the rules.
  enum ProtocolFault: Int, Sendable, CaseIterable {
    case wrongSeq, wrongCount, twoEnds, afterTheEnd, foreignEnd, otherKind, unreadable, tooMany
    case absurdNumbers, wrongDirection, overspent, longText, wrongSession, noFile, crash
  }

  var acts: [(afterMs: Int, Act)] = []
  /// It goes on when it is told to stop.
  var isDeaf = false

  /// The same for the same call in the same world, whatever else happens in it.
  init(
    _ plan: ProviderPlan,
    _ temper: BehaviorWeights,
    _ items: [Entity],
    timeoutMs: Int,
    _ dice: inout ScheduleRandom
  ) {
    enum Mood { case quick, slow, failing, silent, lying }
    isDeaf = plan.isCore
    let mood = dice.pick([
      (temper.quick, Mood.quick), (temper.slow, .slow), (temper.failing, .failing),
      (temper.silent, .silent), (temper.lying, .lying),
    ])
    switch mood {
    case .quick: answer(items, afterMs: dice.roll(1...60), &dice)
    case .slow:
      let time = dice.pick([400, 2_500, 9_000])
      // A good provider keeps its time, a bad one does not look at it.
      if time >= timeoutMs, dice.chance(70) {
        acts = [(max(1, timeoutMs - 20), .fail(.deadlineExceeded, retryAfterMs: nil))]
      } else {
        answer(items, afterMs: time, &dice)
      }
    case .failing:
      let code = dice.pick([
        ErrorCode.upstreamUnavailable, .upstreamRateLimited, .notFound, .internalError, .busy,
        .upstreamBadData, .grantExceeded, .deadlineExceeded, ErrorCode(rawValue: "X_ODD"),
      ])
      let retryAfterMs = dice.chance(50) ? dice.roll(0...20_000) : nil
      if dice.chance(30) { acts.append((10, .part(Array(items.prefix(1))))) }
      acts.append((dice.roll(11...300), .fail(code, retryAfterMs: retryAfterMs)))
    case .silent: isDeaf = isDeaf || dice.chance(30)
    case .lying: acts = [(dice.roll(1...100), .lie(dice.pick(ProtocolFault.allCases)))]
    }
  }

  private mutating func answer(_ items: [Entity], afterMs: Int, _ dice: inout ScheduleRandom) {
    guard items.count > 1, dice.chance(40) else {
      acts = [(afterMs, .end(items))]
      return
    }
    let cut = dice.roll(1...items.count)
    acts = [
      (afterMs, .part(Array(items.prefix(cut)))),
      (afterMs + dice.roll(0...800), .end(Array(items.dropFirst(cut)))),
    ]
  }
}
