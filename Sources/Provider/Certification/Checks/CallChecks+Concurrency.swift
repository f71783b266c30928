internal import BusProtocol
internal import MusicModel

/// More than one call at once (specification, chapter "Call").
extension CallChecks {
  static let manyAtOnce: [Check] = [
    Check(
      "calls.concurrent",
      .full,
      "MB-072",
      what: "works on as many calls at once as its inflight says",
      advice: "Do the work of a call outside the loop that reads messages, each in a task or "
        + "thread of its own; or say a smaller \"inflight\".",
      after: ["liveness.hung-loop"],
      .shared(concurrent)
    ),
    Check(
      "calls.duplicate-id",
      .full,
      "MB-062",
      what: "refuses a call with the id of one in flight with DUPLICATE_CALL",
      advice: "Keep the ids of calls in flight; answer a second one with error DUPLICATE_CALL "
        + "and go on with the first.",
      after: ["liveness.hung-loop", "calls.one-terminal", "calls.nothing-after"],
      .shared(duplicate)
    ),
    Check(
      "calls.over-inflight",
      .core,
      "MB-071",
      what: "answers a call over its inflight with BUSY, or serves it",
      advice: "Answer with error BUSY and \"retryAfterMs\", or keep the call and serve it later.",
      .shared(overInflight)
    ),
  ]

  private static func concurrent(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let count = min(try lane.promise.inflight, 16)
    guard count > 1 else { throw CheckInterruption.skipped("Its inflight is 1.") }
    let first = try stage.holdCall()
    var calls = [first.id]
    for _ in 1..<count { calls.append(try stage.call(first.sample)) }
    let areAllHeld = try stage.play(for: stage.bound(.seconds(2))) {
      stage.counts.held >= count || calls.contains { stage.talk.ledger[$0]?.terminal != nil }
    }
    if let early = calls.lazy.compactMap({ stage.talk.ledger[$0]?.terminal }).first {
      throw CheckInterruption.failed(
        "Of \(count) calls at once, one ended in \(early.words) while the source was held."
      )
    }
    guard areAllHeld else {
      throw CheckInterruption.failed(
        "Of \(count) calls at once, only \(stage.counts.held) had come to the source after 2 s."
      )
    }
    stage.set(.pass)
    for id in calls { _ = try stage.done(id) }
  }

  private static func duplicate(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let first = try stage.holdCall()
    _ = try stage.call(first.sample, id: first.id)
    _ = try stage.play(for: stage.bound(.seconds(1))) {
      stage.talk.ledger[first.id]?.duplicatesRefused == 1
        || stage.talk.ledger[first.id]?.terminal != nil
    }
    if let terminal = stage.talk.ledger[first.id]?.terminal {
      throw CheckInterruption.failed(
        "The second call with the id ended the first, in \(terminal.words)."
      )
    }
    guard stage.talk.ledger[first.id]?.duplicatesRefused == 1 else {
      throw CheckInterruption.failed("The second call with the id got no answer within 1 s.")
    }
    try stage.release([first.id])
  }

  private static func overInflight(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let promise = try lane.promise
    let count = min(promise.inflight, 64)
    let sample = try lane.isFree ? try lane.sample() : ProviderHarness.unknown
    stage.set(promise.level == .full && !stage.gates.isEmpty ? .hold : .pass)
    var calls: [String] = []
    for _ in 0...count { calls.append(try stage.call(sample)) }
    if promise.level == .full {
      _ = try stage.play(for: stage.bound(.milliseconds(300))) {
        calls.contains { stage.talk.ledger[$0]?.terminal != nil }
      }
    }
    stage.set(.pass)
    for id in calls {
      let terminal = try stage.terminal(of: id)
      if terminal.code == "BUSY", terminal.body["retryAfterMs"]?.integer == nil {
        throw CheckInterruption.failed("A BUSY has no \"retryAfterMs\".")
      }
      guard terminal.isDone || ["BUSY", "METHOD_UNKNOWN"].contains(terminal.code) else {
        throw CheckInterruption.failed(
          "One of \(count + 1) calls at once ended in \(terminal.words)."
        )
      }
    }
  }
}
