import BusProtocol
import Glibc

extension Benchmark {
  /// Does the bus bear a long time of mixed load and random kills?
  static let soak = Benchmark(
    name: "soak",
    synopsis: "[--minutes N] [--seed N] [--json]",
    summary: "loads a hub for N minutes (5), kills its processes, and checks what remains",
    options: ["minutes", "seed"],
    run: { arguments in
      let minutes = arguments["minutes"].flatMap { Double($0) } ?? 5
      let seed = arguments["seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
      var soak = try Soak(minutes: minutes, seed: seed)
      let report = try soak.run()
      if arguments.contains("json") {
        Output.line(String(decoding: try BusCodec.encode(report), as: UTF8.self))
      } else {
        Output.line(report.text)
      }
      if !report.violations.isEmpty { exit(2) }
    }
  )
}
