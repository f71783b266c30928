/// The hub is small, and stays so.
extension Measurement {
  static let memory = Measurement(name: "memory") { isLong in
    let hub = try BenchHub()
    let caller = try HubCaller(hub)
    _ = try caller.readyProviders()
    let message = try caller.cachedMessage()
    let idle = hub.figures.megabytes("VmRSS")
    let own = hub.figures.megabytes("RssAnon")
    let calls = isLong ? 1_000_000 : 100_000
    for _ in 0..<calls { _ = try caller.socket.time(of: message) }
    let after = hub.figures.megabytes("VmRSS")
    return [
      PerformanceTarget(
        "memory.idle",
        "Memory of the hub, idle",
        idle,
        .megabytes,
        max: 30,
        [.init("of it its own", own, .megabytes)]
      ),
      PerformanceTarget(
        "memory.growth",
        "Memory of the hub after many calls, more than idle",
        (after / idle - 1) * 100,
        .percent,
        max: 5,
        [.init("calls", Double(calls), .count), .init("after them", after, .megabytes)]
      ),
    ]
  }
}
