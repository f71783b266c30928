internal import BusProtocol
internal import MusicModel

/// Concurrent calls (Protocol/messages.md, "Call").
extension CallChecks {
  static let concurrency: [Check] = [
    Check(
      "calls.concurrent",
      .full,
      "MB-072",
      summary: "runs as many calls concurrently as \"inflight\" declares",
      fix: "Run each call in a separate task or thread, outside the loop that receives "
        + "messages; or declare a smaller \"inflight\".",
      after: ["liveness.hung-loop"],
      .shared(concurrent)
    ),
    Check(
      "calls.duplicate-id",
      .full,
      "MB-062",
      summary: "rejects a call with the id of a call in flight with DUPLICATE_CALL",
      fix: "Store the ids of calls in flight; reply to a duplicate with error DUPLICATE_CALL "
        + "and continue the first call.",
      after: ["liveness.hung-loop", "calls.one-terminal", "calls.nothing-after"],
      .shared(duplicate)
    ),
    Check(
      "calls.over-inflight",
      .core,
      "MB-071",
      summary: "rejects calls beyond \"inflight\" with BUSY, or serves them later",
      fix: "Reply with error BUSY and \"retryAfterMs\", or queue the call.",
      after: ["calls.samples"],
      .shared(overInflight)
    ),
  ]

  private static func concurrent(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let count = min(try worker.declared.inflight, 16)
    guard count > 1 else { throw CheckInterruption.skipped("\"inflight\" is 1.") }
    let first = try harness.startBlockedCall()
    var calls = [first.id]
    for _ in 1..<count { calls.append(try harness.call(first.sample)) }
    let areAllBlocked = try harness.run(for: harness.scaled(.seconds(2))) {
      harness.counts.blocked >= count
        || calls.contains { harness.transcript.callLog[$0]?.terminal != nil }
    }
    if let early = calls.lazy.compactMap({ harness.transcript.callLog[$0]?.terminal }).first {
      throw CheckInterruption.late(
        "Of \(count) concurrent calls, one ended with \(early) while the upstream was blocked."
      )
    }
    guard areAllBlocked else {
      throw CheckInterruption.late(
        "Of \(count) concurrent calls, only \(harness.counts.blocked) reached the upstream in 2 s."
      )
    }
    harness.set(.pass)
    for id in calls { _ = try harness.done(id) }
  }

  private static func duplicate(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let first = try harness.startBlockedCall()
    _ = try harness.call(first.sample, id: first.id)
    _ = try harness.run(for: harness.scaled(.seconds(1))) {
      harness.transcript.callLog[first.id]?.duplicateErrors == 1
        || harness.transcript.callLog[first.id]?.terminal != nil
    }
    if let terminal = harness.transcript.callLog[first.id]?.terminal {
      throw CheckInterruption.failed(
        "The second call with the id ended the first with \(terminal)."
      )
    }
    guard harness.transcript.callLog[first.id]?.duplicateErrors == 1 else {
      throw CheckInterruption.late("The second call with the id got no reply within 1 s.")
    }
    try harness.unblock([first.id])
  }

  private static func overInflight(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let declared = try worker.declared
    let count = min(declared.inflight, 64)
    let sample = try worker.canCallFreely ? try worker.exampleCall() : ProviderHarness.unknownMethod
    harness.set(declared.level == .full && !harness.proxies.isEmpty ? .block : .pass)
    var calls: [String] = []
    for _ in 0...count { calls.append(try harness.call(sample)) }
    if declared.level == .full {
      _ = try harness.run(for: harness.scaled(.milliseconds(300))) {
        calls.contains { harness.transcript.callLog[$0]?.terminal != nil }
      }
    }
    harness.set(.pass)
    for id in calls {
      let terminal = try harness.terminal(of: id)
      if terminal.code == "BUSY", terminal.body["retryAfterMs"]?.integer == nil {
        throw CheckInterruption.failed("A BUSY error has no \"retryAfterMs\".")
      }
      guard terminal.isDone || ["BUSY", "METHOD_UNKNOWN"].contains(terminal.code) else {
        throw CheckInterruption.late(
          "One of \(count + 1) concurrent calls ended with \(terminal)."
        )
      }
    }
  }
}
