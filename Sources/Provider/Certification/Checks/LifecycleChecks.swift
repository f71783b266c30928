internal import BusProtocol
internal import HostKit
internal import MusicModel

/// Start, refusal and end of a provider (specification, chapters "Session" and "Start of a
/// provider").
enum LifecycleChecks {
  static let all: [Check] = session + leases

  private static let session: [Check] = [
    Check(
      "lifecycle.hello",
      .core,
      "MB-183",
      what: "says hello within 5 s of its start line",
      advice: "Read one line of JSON from standard input, connect a DEALER to its \"endpoint\", "
        + "and send hello before anything that takes time.",
      .shared { lane in _ = try lane.stage() }
    ),
    Check(
      "lifecycle.token",
      .core,
      "MB-035",
      what: "shows in its hello the token of its start line, and its descriptor",
      advice: "Copy \"token\" from the start line into each hello, and add \"descriptor\".",
      .shared(token)
    ),
    Check(
      "lifecycle.manifest",
      .core,
      "MB-192",
      "MB-193",
      what: "is what its manifest promises",
      advice: "Write the \"id\" and the \"methods\" of the descriptor into provider.json.",
      .shared(manifest)
    ),
    Check(
      "lifecycle.versions",
      .core,
      "MB-150",
      "MB-032",
      what: "names a range of versions within major 1 that holds 1.0",
      advice: "Write \"versions\": {\"min\": \"1.0\", \"max\": \"1.0\"} into the hello.",
      .shared(versions)
    ),
    Check(
      "lifecycle.by-hand",
      .core,
      "MB-182",
      what: "says what it is when a person starts it, and ends with status 64",
      advice: "Without MUSICBUS_START=stdin in the environment, print on standard error what "
        + "this program is and how to try it, and exit with 64.",
      .apart(byHand)
    ),
    Check(
      "lifecycle.rejected",
      .core,
      "MB-034",
      what: "stops with status 78 when it is rejected, and does not say hello again",
      advice: "On \"reject\", exit with 78: starting again would end in the same.",
      .apart(rejected)
    ),
    Check(
      "lifecycle.bye",
      .core,
      "MB-040",
      "MB-041",
      what: "ends after a bye or pauses, and sends nothing more under the session",
      advice: "On \"bye\" with any code but SESSION_UNKNOWN and SLOW_CONSUMER, exit, or wait for "
        + "at least 100 ms before the next hello; and forget the session.",
      .apart(bye)
    ),
  ]

  private static func token(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    guard let hello = stage.talk.hellos.first else { return }
    guard hello.body["token"]?.text == stage.token else {
      throw CheckInterruption.failed(
        "The hello has another \"token\" than the start line, or none."
      )
    }
    guard hello.body["descriptor"]?.members != nil else {
      throw CheckInterruption.failed("The hello has no \"descriptor\".")
    }
  }

  private static func manifest(_ lane: CheckWorker) throws {
    guard let promised = lane.subject.promise else {
      throw CheckInterruption.skipped("It was started without a manifest.")
    }
    let promise = try lane.promise
    guard promise.name == promised.id else {
      throw CheckInterruption.failed(
        "The manifest's \"id\" is \(promised.id.quoted), the descriptor's \(promise.name.quoted)."
      )
    }
    guard promise.methodNames == promised.methods.sorted() else {
      throw CheckInterruption.failed(
        "The manifest promises \(promised.methods.sorted().joined(separator: ", ")); the descriptor "
          + "has \(promise.methodNames.joined(separator: ", "))."
      )
    }
  }

  private static func versions(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let versions = stage.talk.hellos.first?.body["versions"]
    guard let min = versions?["min"]?.text.flatMap({ ProtocolVersion($0) }),
      let max = versions?["max"]?.text.flatMap({ ProtocolVersion($0) })
    else { throw CheckInterruption.skipped("The versions cannot be read; see wire.hello.") }
    let range = VersionRange(min: min, max: max)
    guard range.highestCommon(with: .supported) != nil else {
      throw CheckInterruption.failed("\(min) to \(max) has no version in common with a hub of 1.0.")
    }
  }

  private static func byHand(_ lane: CheckWorker) throws {
    let subject = lane.subject
    var launch = Launch(subject.executable, subject.arguments, environment: subject.environment)
    launch.environment["MUSICBUS_START"] = nil
    launch.output = .pipe
    launch.errors = .pipe
    let child = try ChildProcess(launch)
    var log = ProcessLog()
    let deadline = Deadline.after(.seconds(5) * lane.options.timeoutFactor)
    var ending: ChildProcess.Termination?
    while ending == nil, !deadline.isExpired {
      ending = child.waitForExit(.after(.milliseconds(20)))
      log.drain(child)
    }
    guard let ending else { throw CheckInterruption.failed("It still ran after 5 s.") }
    guard ending == .exited(64) else {
      throw CheckInterruption.failed(
        "It ended with \(ending) instead of exit status 64.\(log.lastWords)"
      )
    }
    guard log.errors.text.contains(where: { $0 > 0x20 }) else {
      throw CheckInterruption.failed("It said nothing on standard error.")
    }
  }

  private static func rejected(_ lane: CheckWorker) throws {
    let stage = try lane.start()
    try stage.reject(try stage.firstHello())
    guard let ending = try stage.playToEnd(within: stage.bound(.seconds(2))) else {
      let hellos = stage.talk.hellos.count
      let again = hellos > 1 ? ", and said hello \(hellos - 1) times more" : ""
      throw CheckInterruption.failed("It still ran 2 s after it was rejected\(again).")
    }
    guard stage.talk.hellos.count == 1 else {
      throw CheckInterruption.failed("It said hello again after it was rejected.")
    }
    guard ending == .exited(78) else {
      throw CheckInterruption.failed(
        "It ended with \(ending) instead of exit status 78.\(stage.log.lastWords)"
      )
    }
  }

  /// How often a provider that comes back is sent away: on a busy machine one that came at once may be
  /// seen as late as one that paused.
  private static let farewells = 5

  private static func bye(_ lane: CheckWorker) throws {
    let stage = try lane.begin()
    for _ in 1...farewells {
      try stage.settle()
      try stage.bye(.hubStopping)
      let known = stage.talk.hellos.count
      let beganMs = MonotonicClock.nowMs
      guard let hello = try? stage.nextHello(after: known, within: .seconds(1)) else { return }
      if MonotonicClock.nowMs - beganMs < 90 {
        throw CheckInterruption.failed("It said hello again at once after bye HUB_STOPPING.")
      }
      try stage.welcome(hello)
    }
  }
}
