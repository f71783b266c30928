internal import BusProtocol
internal import HostKit
internal import MusicModel

/// Start, rejection and exit of a provider (Protocol/provider.md, "Start", and Protocol/messages.md,
/// "Session").
enum LifecycleChecks {
  static let all: [Check] = session + lifeline

  private static let session: [Check] = [
    Check(
      "lifecycle.hello",
      .core,
      "MB-183",
      summary: "sends hello within 5 s after its start line",
      fix: "Read one line of JSON from standard input, connect a DEALER to its \"endpoint\", "
        + "and send hello before doing anything slow.",
      .shared { worker in _ = try worker.sharedHarness() }
    ),
    Check(
      "lifecycle.token",
      .core,
      "MB-035",
      summary: "sends the token of its start line and its descriptor in hello",
      fix: "Copy \"token\" from the start line into each hello, and add \"descriptor\".",
      .shared(token)
    ),
    Check(
      "lifecycle.manifest",
      .core,
      "MB-192",
      "MB-193",
      "MB-347",
      summary:
        "declares the same id and methods as its manifest, and has only methods that there are",
      fix: "Copy \"id\" and the names of \"methods\" from the descriptor into provider.json.",
      .shared(manifest)
    ),
    Check(
      "lifecycle.versions",
      .core,
      "MB-150",
      "MB-032",
      summary: "offers a version range of major 1 that includes 1.0",
      fix: "Write \"versions\": {\"min\": \"1.0\", \"max\": \"1.0\"} into hello.",
      .shared(versions)
    ),
    Check(
      "lifecycle.by-hand",
      .core,
      "MB-182",
      summary: "explains itself and exits with status 64 if it is started without a hub",
      fix: "If the environment lacks MUSICBUS_START=stdin, print to standard error what this "
        + "program is and how to try it, and exit with 64.",
      .isolated(withoutHub)
    ),
    Check(
      "lifecycle.rejected",
      .core,
      "MB-034",
      summary: "exits with status 78 when it is rejected, without another hello",
      fix: "On \"reject\", exit with 78: a restart would not help.",
      .isolated(rejected)
    ),
    Check(
      "lifecycle.bye",
      .core,
      "MB-040",
      "MB-041",
      summary: "exits or pauses after a bye, and sends nothing more in the session",
      fix: "On \"bye\" with any code but SESSION_UNKNOWN and SLOW_CONSUMER, exit, or wait at "
        + "least 100 ms before the next hello; drop the session.",
      .isolated(bye)
    ),
  ]

  private static func token(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    guard let hello = harness.transcript.hellos.first else { return }
    guard hello.body["token"]?.text == harness.token else {
      throw CheckInterruption.failed(
        "The \"token\" of hello is not that of the start line."
      )
    }
    guard hello.body["descriptor"]?.members != nil else {
      throw CheckInterruption.failed("hello has no \"descriptor\".")
    }
  }

  private static func manifest(_ worker: CheckWorker) throws {
    guard let manifest = worker.provider.manifest else {
      throw CheckInterruption.skipped("The provider was started without a manifest.")
    }
    guard manifest.problems.isEmpty else {
      worker.findings.advise(
        "lifecycle.manifest",
        "Correct provider.json; Protocol/lines.md lists its members, and Protocol/registry/methods.json "
          + "the methods."
      )
      throw CheckInterruption.several(manifest.problems)
    }
    let declared = try worker.declared
    guard declared.name == manifest.id else {
      throw CheckInterruption.failed(
        "The manifest's \"id\" is \(manifest.id.quoted), the descriptor's \(declared.name.quoted)."
      )
    }
    guard declared.methodNames == manifest.methods.sorted() else {
      throw CheckInterruption.failed(
        "The manifest declares \(manifest.methods.sorted().joined(separator: ", ")); the descriptor "
          + "declares \(declared.methodNames.joined(separator: ", "))."
      )
    }
  }

  private static func versions(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let versions = harness.transcript.hellos.first?.body["versions"]
    guard let min = versions?["min"]?.text.flatMap({ ProtocolVersion($0) }),
      let max = versions?["max"]?.text.flatMap({ ProtocolVersion($0) })
    else { throw CheckInterruption.skipped("The version range is unreadable; see wire.hello.") }
    let range = VersionRange(min: min, max: max)
    guard range.highestCommon(with: .supported) != nil else {
      throw CheckInterruption.failed("\(min) to \(max) does not include 1.0.")
    }
  }

  private static func withoutHub(_ worker: CheckWorker) throws {
    let provider = worker.provider
    var launch = Launch(provider.executable, provider.arguments, environment: provider.environment)
    launch.environment["MUSICBUS_START"] = nil
    launch.output = .pipe
    launch.errors = .pipe
    let child = try ChildProcess(launch)
    var log = ProcessLog()
    let deadline = Deadline.after(.seconds(5) * worker.options.timeoutFactor)
    var termination: ChildProcess.Termination?
    while termination == nil, !deadline.isExpired {
      termination = child.waitForExit(.after(.milliseconds(20)))
      log.drain(child)
    }
    guard let termination else { throw CheckInterruption.late("It was still running after 5 s.") }
    guard termination == .exited(64) else {
      throw CheckInterruption.failed(
        "It exited with \(termination) instead of exit status 64.\(log.lastLine)"
      )
    }
    guard log.errors.text.contains(where: { $0 > 0x20 }) else {
      throw CheckInterruption.failed("It printed nothing to standard error.")
    }
  }

  private static func rejected(_ worker: CheckWorker) throws {
    let harness = try worker.startProvider()
    try harness.reject(try harness.firstHello())
    guard let termination = try harness.waitForExit(within: harness.scaled(.seconds(2))) else {
      let hellos = harness.transcript.hellos.count
      let more = hellos > 1 ? " and had sent \(hellos - 1) more hellos" : ""
      throw CheckInterruption.late("It was still running 2 s after it was rejected\(more).")
    }
    guard harness.transcript.hellos.count == 1 else {
      throw CheckInterruption.failed("It sent another hello after it was rejected.")
    }
    guard termination == .exited(78) else {
      throw CheckInterruption.failed(
        "It exited with \(termination) instead of exit status 78.\(harness.log.lastLine)"
      )
    }
  }

  /// The number of attempts: on a busy machine, an immediate hello may arrive late.
  private static let byeAttempts = 5

  private static func bye(_ worker: CheckWorker) throws {
    let harness = try worker.openSession()
    for _ in 1...byeAttempts {
      try harness.stopPinging()
      try harness.bye(.hubStopping)
      let known = harness.transcript.hellos.count
      let startMs = MonotonicClock.nowMs
      guard let hello = try? harness.nextHello(after: known, within: .seconds(1)) else { return }
      if MonotonicClock.nowMs - startMs < 90 {
        throw CheckInterruption.failed("It sent hello immediately after bye HUB_STOPPING.")
      }
      try harness.welcome(hello)
    }
  }
}
