/// The hub against its common alternative.
extension Measurement {
  static let againstMajordomo = Measurement(
    name: "majordomo",
    summary: "cached replies of 10 KB, pipelined, against the Majordomo pattern in Python",
    run: { _ in
      let hub = try BenchHub(providers: 1)
      let context = try RawContext()
      let caller = try HubCaller(context, hub)
      let message = try caller.cachedMessage(albums: StubProvider.albumsOfArtist)
      try caller.call(message)
      let reply = try caller.call(message)
      let majordomo = try Majordomo(context, reply: reply[2])
      var rounds = AlternatingRounds()
      for _ in 0..<7 {
        rounds.add(
          try caller.socket.rate(of: message, calls: 8_000, window: 32),
          baseline: try majordomo.socket.rate(of: majordomo.request, calls: 2_000, window: 32)
        )
      }
      return [
        .ratio(
          "majordomo.pipelined",
          "Cached replies of 10 KB, pipelined, against Majordomo in Python (pyzmq)",
          "hub",
          to: "Majordomo",
          .perSecond,
          in: rounds,
          .atLeast(10)
        )
      ]
    }
  )
}
