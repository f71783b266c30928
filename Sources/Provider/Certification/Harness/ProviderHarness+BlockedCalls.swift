internal import HostKit

/// Calls that last, because what their source is asked is held.
extension ProviderHarness {
  func set(_ mode: UpstreamProxy.Mode) {
    for gate in gates { gate.set(mode) }
  }

  /// Requests that all sources got, and how many of them are held.
  var counts: UpstreamProxy.Counts {
    gates.reduce(into: UpstreamProxy.Counts()) { sum, gate in
      let counts = gate.counts
      sum.requests += counts.requests
      sum.held += counts.held
    }
  }

  /// Starts a call whose request to the source is held from here on.
  ///
  /// - Throws: `skipped` where nothing that the provider does can be held.
  func holdCall(timeoutMs: Int = 8000) throws -> (id: String, sample: DeclaredProvider.ExampleCall)
  {
    let samples = record.promise?.samplesByCost ?? []
    if let promise = record.promise,
      samples.allSatisfy({ promise.upstreams(of: $0.method).isEmpty })
    {
      throw CheckInterruption.skipped("It asks no source.")
    }
    guard !gates.isEmpty else {
      throw CheckInterruption.skipped(
        "It needs a source that can be held: --upstream-var NAME=URL."
      )
    }
    set(.hold)
    for sample in samples {
      let held = counts.held
      let id = try call(sample, timeoutMs: timeoutMs)
      _ = try play(for: bound(.seconds(5))) {
        counts.held > held || talk.ledger[id]?.terminal != nil
      }
      if counts.held > held { return (id, sample) }
      guard talk.ledger[id]?.terminal != nil else { break }
    }
    set(.pass)
    throw CheckInterruption.skipped("No sample asks a source that was given by --upstream-var.")
  }

  /// Lets everything go on, and waits for the ends of calls.
  func release(_ calls: [String]) throws {
    set(.pass)
    for id in calls { _ = try terminal(of: id) }
  }
}
