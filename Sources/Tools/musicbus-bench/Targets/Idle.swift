import BusProtocol
import Glibc
import HostKit

/// A hub without calls lets the processor sleep.
extension Measurement {
  static let idle = Measurement(
    name: "idle",
    summary: "the wake-ups of an idle hub and its providers in 60 s (11 minutes with --long)",
    run: { extent in
      let hub = try BenchHub(providers: 3)
      var providers: [Int32] = []
      do {
        let caller = try HubCaller(RawContext(), hub)
        for number in 0..<3 { try caller.awaitReply(of: number, within: 20) }
        providers = try caller.providers().compactMap(\.pid).map { Int32($0) }
      }
      // The hub releases memory and stores its changes.
      sleep(10)
      let seconds = extent.isLong ? 660 : 60
      let before = Machine.wakeUps(of: [hub.pid] + providers)
      sleep(UInt32(seconds))
      let after = Machine.wakeUps(of: [hub.pid] + providers)
      let rates = zip(before, after).map { Double($1 - $0) / Double(seconds) }
      return [
        PerformanceTarget(
          "idle.wakeups",
          "Wake-ups of an idle hub with three providers in \(seconds) s, all threads",
          rates[0],
          .perSecond,
          .atMost(0.2),
          [.init("most of a provider", rates.dropFirst().max() ?? 0, .perSecond)]
        )
      ]
    }
  )
}
