internal import BusProtocol
internal import HostKit

/// Long-running calls, whose upstream requests are blocked.
extension ProviderHarness {
  func set(_ mode: UpstreamProxy.Mode) {
    for proxy in proxies { proxy.set(mode) }
  }

  /// The sums of the counts of all upstreams.
  var counts: UpstreamProxy.Counts {
    proxies.reduce(into: UpstreamProxy.Counts()) { sum, proxy in
      let counts = proxy.counts
      sum.requests += counts.requests
      sum.blocked += counts.blocked
    }
  }

  /// Starts a call and blocks its upstream request.
  ///
  /// A call that reaches its deadline before its request is made again with twice the time, up to
  /// 8 s: on a busy machine, a request may leave late.
  ///
  /// - Returns: the call, and the time that it was given.
  /// - Throws: `skipped` if no call of the provider can be blocked.
  func startBlockedCall(
    timeoutMs: Int = 8000
  ) throws -> (id: String, sample: DeclaredProvider.ExampleCall, timeoutMs: Int) {
    let samples = findings.declared?.samplesWithRequestsFirst ?? []
    if let declared = findings.declared,
      samples.allSatisfy({ declared.upstreams(of: $0.method).isEmpty })
    {
      throw CheckInterruption.skipped("The provider has no upstream.")
    }
    guard !proxies.isEmpty else {
      throw CheckInterruption.skipped("Needs a local upstream: --upstream-var NAME=URL.")
    }
    set(.block)
    var wasEarly = false
    for sample in samples {
      let blocked = counts.blocked
      let id = try call(sample, timeoutMs: timeoutMs)
      _ = try run(for: scaled(.seconds(5))) {
        counts.blocked > blocked || transcript.callLog[id]?.terminal != nil
      }
      if counts.blocked > blocked { return (id, sample, timeoutMs) }
      guard let terminal = transcript.callLog[id]?.terminal else { break }
      wasEarly = wasEarly || terminal.code == ErrorCode.deadlineExceeded.rawValue
    }
    if wasEarly, timeoutMs < 8000 {
      return try startBlockedCall(timeoutMs: min(2 * timeoutMs, 8000))
    }
    set(.pass)
    throw CheckInterruption.skipped("No sample uses an upstream given with --upstream-var.")
  }

  /// Unblocks all requests and waits for the end of the calls.
  func unblock(_ calls: [String]) throws {
    set(.pass)
    for id in calls { _ = try terminal(of: id) }
  }
}
