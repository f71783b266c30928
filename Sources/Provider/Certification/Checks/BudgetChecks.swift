internal import BusProtocol
internal import HostKit
internal import MusicModel

/// Requests to the source (specification, chapter "Budgets"); they are counted on loopback.
enum BudgetChecks {
  static let all: [Check] = [
    Check(
      "budgets.grant",
      .core,
      "MB-140",
      "MB-142",
      what: "makes no more requests than granted, and ends a call without a grant with "
        + "GRANT_EXCEEDED",
      advice: "Before each request, retries included, compare the number of those made with "
        + "\"grant\"; end the call with error GRANT_EXCEEDED where there is none left.",
      .shared(grant)
    ),
    Check(
      "budgets.no-grant",
      .core,
      "MB-141",
      what: "makes at most three requests to a source for a call without grant",
      advice: "Without \"grant\", stop after the third request, retries included.",
      .shared { lane in
        let stage = try lane.stage()
        let sample = try asking(stage)
        let most = 3 * (try upstreams(lane, sample).count)
        let (count, terminal) = try requests(stage, sample, [:], while: .refuse)
        guard count <= most else {
          throw CheckInterruption.failed(
            "\(sample.method) without a grant made \(count) requests (\(terminal.words))."
          )
        }
      }
    ),
    Check(
      "budgets.spent",
      .core,
      "MB-143",
      what: "tells in spent how many requests it has made",
      advice: "Count each request when it is made, failed ones too, and tell the numbers by "
        + "upstream in done and error.",
      .shared(spent)
    ),
    Check(
      "budgets.hosts",
      .core,
      "MB-203",
      what: "talks to no host but its source",
      advice: "Ask only hosts of \"hosts\"; where the provider asks several, give each of them by "
        + "--upstream-var.",
      .shared(hosts)
    ),
  ]

  /// A sample that asks a source which can be counted.
  private static func asking(_ stage: ProviderHarness) throws -> DeclaredProvider.ExampleCall {
    let held = try stage.holdCall()
    try stage.release([held.id])
    return held.sample
  }

  private static func upstreams(_ lane: CheckWorker, _ sample: DeclaredProvider.ExampleCall) throws
    -> [String]
  {
    let upstreams = try lane.promise.upstreams(of: sample.method)
    guard !upstreams.isEmpty else {
      throw CheckInterruption.failed("\(sample.method) asks a source, and its \"cost\" names none.")
    }
    return upstreams
  }

  /// How many requests a call makes.
  private static func requests(
    _ stage: ProviderHarness,
    _ sample: DeclaredProvider.ExampleCall,
    _ params: [String: JSONValue],
    while mode: UpstreamProxy.Mode
  ) throws -> (Int, CallLog.Terminal) {
    stage.set(mode)
    let before = stage.counts.requests
    let terminal = try stage.terminal(of: try stage.call(sample, adding: params, timeoutMs: 5000))
    // The source's count may be behind the answer that it led to.
    try stage.play(for: .milliseconds(50))
    stage.set(.pass)
    return (stage.counts.requests - before, terminal)
  }

  private static func grant(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let sample = try asking(stage)
    let upstreams = try upstreams(lane, sample)
    for (each, mode) in [(1, UpstreamProxy.Mode.refuse), (0, .pass)] {
      let grant = Dictionary(uniqueKeysWithValues: upstreams.map { ($0, JSONValue.integer(each)) })
      let (count, terminal) = try requests(stage, sample, ["grant": .object(grant)], while: mode)
      guard count <= each * upstreams.count else {
        throw CheckInterruption.failed(
          "\(sample.method) with a grant of \(each * upstreams.count) made \(count) requests."
        )
      }
      guard each > 0 || terminal.code == "GRANT_EXCEEDED" else {
        throw CheckInterruption.failed(
          "\(sample.method) with a grant of 0 ended in \(terminal.words)."
        )
      }
    }
  }

  private static func spent(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let sample = try asking(stage)
    for mode in [UpstreamProxy.Mode.pass, .refuse] {
      let (count, terminal) = try requests(stage, sample, [:], while: mode)
      let told = (terminal.body["spent"]?.members ?? [:]).values.compactMap(\.integer)
      guard told.reduce(0, +) == count else {
        throw CheckInterruption.failed(
          "\(sample.method) made \(count) requests, and its \(terminal.words) tells of "
            + "\(told.reduce(0, +))."
        )
      }
    }
  }

  private static func hosts(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let held = try stage.holdCall()
    let connections = ProcessGroup(id: stage.child.pid).connections
    let known = Set(stage.gates.map { ProcessGroup.loopback($0.address.port) })
    let foreign = connections.filter { remote in !known.contains { remote.hasSuffix($0) } }
    try stage.release([held.id])
    guard foreign.isEmpty else {
      let places = foreign.map(ProcessGroup.words).sorted().joined(separator: ", ")
      throw CheckInterruption.failed("While its source was held, it was connected to \(places).")
    }
  }
}
