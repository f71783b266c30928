import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("The command line")
struct OptionsTests {
  @Test("accepts values after a space or an equals sign")
  func values() throws {
    let options = try Options([
      "--port", "8080", "--latency-ms=20", "--fault", "429=5:/search", "--fault=html",
      "--rate", "20/60", "--lease", "--verbose",
    ])
    #expect(options.port == 8080)
    #expect(options.endsWithStandardInput && options.isVerbose)
    #expect(options.faults.latency == .milliseconds(20))
    let faults = [
      Fault(.status(429, retryAfterSeconds: 5), prefix: "/search"), Fault(.html),
    ]
    #expect(options.faults.faults == faults)
    #expect(options.faults.rates.map(\.count) == [20])
    #expect(try Options([]) == Options())
  }

  @Test(
    "rejects unknown options and values by name",
    arguments: [
      ["--bogus"], ["extra"], ["--port"], ["--port", "70000"], ["--port=x"],
      ["--latency-ms", "-1"], ["--fault", "nonsense"], ["--rate", "5"], ["--lease=1"],
    ]
  )
  func refused(_ arguments: [String]) {
    let error = #expect(throws: Options.UsageError.self) { try Options(arguments) }
    let word = arguments.last?.split(separator: "=").first ?? ""
    #expect(error?.message.contains(word) == true)
  }

  @Test("documents every option and fault in its help")
  func help() {
    let words = [
      "--port", "--lease", "--latency-ms", "--fault", "--rate", "--verbose", "--help", "slow=",
      "hang", "html", "empty", "garbage", "cut", "cut-json", "huge", "gzip", "redirect",
      "redirect-loop", "_control/faults", "_control/rates", "_control/requests", "_control/reset",
    ]
    for word in words { #expect(Options.help.contains(word), "\(word)") }
    #expect(Options.help.split(separator: "\n").containsOnly { $0.count <= 100 })
  }
}
