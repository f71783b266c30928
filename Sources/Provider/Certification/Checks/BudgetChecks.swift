internal import BusProtocol
internal import HostKit
internal import MusicModel

/// Upstream requests, counted by proxies (Protocol/provider.md, "Budgets").
enum BudgetChecks {
  static let all: [Check] = [
    Check(
      "budgets.grant",
      .core,
      "MB-140",
      "MB-142",
      summary: "sends no more requests than granted, and ends a call without grant with "
        + "GRANT_EXCEEDED",
      fix: "Before each request, including retries, compare the number of requests with "
        + "\"grant\"; if it is exhausted, end the call with error GRANT_EXCEEDED.",
      .shared(grant)
    ),
    Check(
      "budgets.no-grant",
      .core,
      "MB-141",
      summary: "sends at most three requests per upstream for a call without \"grant\"",
      fix: "Without \"grant\", stop after the third request, including retries.",
      .shared { worker in
        let harness = try worker.sharedHarness()
        let sample = try countableSample(harness)
        let most = 3 * (try upstreams(worker, sample).count)
        harness.isGranting = false
        defer { harness.isGranting = true }
        let (count, terminal) = try countRequests(harness, sample, [:], while: .reject)
        guard count <= most else {
          throw CheckInterruption.failed(
            "\(sample.method) without \"grant\" sent \(count) requests (\(terminal))."
          )
        }
      }
    ),
    Check(
      "budgets.spent",
      .core,
      "MB-143",
      summary: "reports in \"spent\" how many requests it sent",
      fix: "Count each request when you send it, including failed ones, and report the counts "
        + "by upstream in done and error.",
      .shared(spent)
    ),
    Check(
      "budgets.hosts",
      .core,
      "MB-203",
      summary: "connects to no host but its upstreams",
      fix: "Connect only to hosts in \"hosts\"; if the provider has several upstreams, give "
        + "each of them with --upstream-var.",
      .shared(hosts)
    ),
  ]

  /// Returns a sample whose upstream requests can be counted.
  private static func countableSample(_ harness: ProviderHarness) throws
    -> DeclaredProvider.ExampleCall
  {
    let call = try harness.startBlockedCall()
    try harness.unblock([call.id])
    return call.sample
  }

  private static func upstreams(_ worker: CheckWorker, _ sample: DeclaredProvider.ExampleCall)
    throws
    -> [String]
  {
    let upstreams = try worker.declared.upstreams(of: sample.method)
    guard !upstreams.isEmpty else {
      throw CheckInterruption.failed(
        "\(sample.method) sends requests, but its \"cost\" names no upstream."
      )
    }
    return upstreams
  }

  /// Makes a call and counts its requests.
  private static func countRequests(
    _ harness: ProviderHarness,
    _ sample: DeclaredProvider.ExampleCall,
    _ params: [String: JSONValue],
    while mode: UpstreamProxy.Mode
  ) throws -> (Int, CallLog.Terminal) {
    harness.set(mode)
    let before = harness.counts.requests
    let terminal = try harness.terminal(
      of: try harness.call(sample, adding: params, timeoutMs: 5000)
    )
    // The count may arrive after the reply.
    try harness.run(for: .milliseconds(50))
    harness.set(.pass)
    return (harness.counts.requests - before, terminal)
  }

  private static func grant(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let sample = try countableSample(harness)
    let upstreams = try upstreams(worker, sample)
    for (each, mode) in [(1, UpstreamProxy.Mode.reject), (0, .pass)] {
      let grant = Dictionary(uniqueKeysWithValues: upstreams.map { ($0, JSONValue.integer(each)) })
      let (count, terminal) = try countRequests(
        harness,
        sample,
        ["grant": .object(grant)],
        while: mode
      )
      guard count <= each * upstreams.count else {
        throw CheckInterruption.failed(
          "\(sample.method) with a grant of \(each * upstreams.count) sent \(count) requests."
        )
      }
      guard each > 0 || terminal.code == "GRANT_EXCEEDED" else {
        throw CheckInterruption.failed(
          "\(sample.method) with a grant of 0 ended with \(terminal)."
        )
      }
    }
  }

  private static func spent(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let sample = try countableSample(harness)
    for mode in [UpstreamProxy.Mode.pass, .reject] {
      let (count, terminal) = try countRequests(harness, sample, [:], while: mode)
      let reported = (terminal.body["spent"]?.members ?? [:]).values.compactMap(\.integer)
      guard reported.reduce(0, +) == count else {
        throw CheckInterruption.failed(
          "\(sample.method) sent \(count) requests, but its \(terminal) reports "
            + "\(reported.reduce(0, +))."
        )
      }
    }
  }

  /// Returns the connections during a blocked call and during all samples.
  private static func connections(
    _ harness: ProviderHarness,
    _ worker: CheckWorker,
    of call: String
  ) throws -> Set<String> {
    let watch = ConnectionWatch(of: ProcessGroup(id: harness.child.pid))
    do {
      try harness.unblock([call])
      let samples = try worker.canCallFreely ? worker.declared.samples : []
      // A single short connection may be missed.
      for _ in 0..<max(2, 20 / max(1, samples.count)) {
        for sample in samples { _ = try harness.terminal(of: try harness.call(sample)) }
      }
    } catch {
      _ = watch.stop()
      throw error
    }
    return watch.stop()
  }

  private static func hosts(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let call = try harness.startBlockedCall()
    let remotes = try connections(harness, worker, of: call.id)
    let known = Set(harness.proxies.map { ProcessGroup.loopback($0.address.port) })
    let foreign = remotes.filter { remote in !known.contains { remote.hasSuffix($0) } }
    guard foreign.isEmpty else {
      let addresses = foreign.map(ProcessGroup.description).sorted().joined(separator: ", ")
      throw CheckInterruption.failed("During calls, it was connected to \(addresses).")
    }
  }
}
