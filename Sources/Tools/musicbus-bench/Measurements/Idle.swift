import Glibc

/// A hub without calls lets the processor sleep.
extension Measurement {
  static let idle = Measurement(name: "idle") { isLong in
    let hub = try BenchHub()
    _ = try HubCaller(hub).readyProviders()
    // The hub releases memory and stores its changes.
    sleep(10)
    let seconds: UInt32 = isLong ? 660 : 60
    let before = hub.figures.wakeUps
    sleep(seconds)
    return [
      PerformanceTarget(
        "idle.wakeups",
        "Wake-ups of an idle hub with its providers, all threads",
        (hub.figures.wakeUps - before) / Double(seconds),
        .perSecond,
        max: 0.2,
        [.init("measured for", Double(seconds), .seconds)]
      )
    ]
  }
}
