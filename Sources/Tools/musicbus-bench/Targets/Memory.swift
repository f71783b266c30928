/// The hub is small, and stays so.
extension Measurement {
  static let memory = Measurement(
    name: "memory",
    summary: "the hub's memory, idle and after a hundred thousand calls (a million with --long)",
    run: { extent in
      let hub = try BenchHub(providers: 3)
      let caller = try HubCaller(RawContext(), hub)
      _ = try Fan(caller).wholeReply(providers: 3, albums: 25)
      let message = try caller.cachedMessage(albums: StubProvider.albumsOfArtist)
      try caller.call(message)
      let idle = Machine.memory("VmRSS", of: hub.pid)
      let calls = extent.isLong ? 1_000_000 : 100_000
      _ = try caller.socket.rate(of: message, calls: calls, window: 32)
      let after = Machine.memory("VmRSS", of: hub.pid)
      let fan = Fan(caller)
      for _ in 0..<1_000 { _ = try fan.time(providers: 3, albums: 25) }
      return [
        PerformanceTarget(
          "memory.idle",
          "Memory of the hub, idle",
          idle,
          .megabytes,
          .atMost(30),
          [.init("of it its own", Machine.memory("RssAnon", of: hub.pid), .megabytes)]
        ),
        PerformanceTarget(
          "memory.growth",
          "Memory of the hub after \(extent.isLong ? "1,000,000" : "100,000") calls, more than idle",
          (after / idle - 1) * 100,
          .percent,
          .atMost(5),
          [
            .init("idle", idle, .megabytes), .init("after the calls", after, .megabytes),
            .init(
              "after 1,000 different fan-outs more",
              Machine.memory("VmRSS", of: hub.pid),
              .megabytes
            ),
          ]
        ),
      ]
    }
  )
}
