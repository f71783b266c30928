import BusProtocol
import Glibc

/// A killed provider is back immediately, without an effect on others.
extension Measurement {
  static let restart = Measurement(
    name: "restart",
    summary: "from the end of a provider's process until it replies again",
    run: { _ in
      let hub = try BenchHub(providers: 4)
      let caller = try HubCaller(RawContext(), hub)
      for provider in 0..<4 { try caller.awaitReply(of: provider, within: 10) }
      let before = try caller.providers()
      var times = Samples()
      for (number, provider) in before.dropLast().enumerated() {
        guard let pid = provider.pid else { throw Missing("the process of \(provider.id)") }
        let time = try Stopwatch.microseconds {
          kill(pid_t(pid), SIGKILL)
          try awaitNewProcess(number, insteadOf: pid, caller)
          try caller.awaitReply(of: number, within: 10)
        }
        times.add(time / 1_000)
      }
      let untouched = try caller.providers().last?.pid == before.last?.pid
      return [
        PerformanceTarget(
          "restart.time",
          "Provider killed, until it serves again",
          times.median,
          .milliseconds,
          .atMost(1_000),
          [.init("slowest of 3", times.percentile(1), .milliseconds)],
          note: untouched ? nil : "The process of another provider has changed as well."
        )
      ]
    }
  )

  private static func awaitNewProcess(_ number: Int, insteadOf pid: Int, _ caller: HubCaller) throws
  {
    let end = Stopwatch.nowMicroseconds + 10e6
    while Stopwatch.nowMicroseconds < end {
      if let new = try caller.providers()[number].pid, new != pid { return }
    }
    throw Missing("a new process instead of \(pid)")
  }
}
