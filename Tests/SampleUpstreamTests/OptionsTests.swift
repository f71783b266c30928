import CommandKit
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("The command line")
struct OptionsTests {
  @Test("accepts values after a space or an equals sign")
  func values() throws {
    let options = try options([
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
    let empty = try self.options([])
    #expect(empty.port == 0 && !empty.isVerbose && empty.faults == FaultPlan())
  }

  private func options(_ arguments: [String]) throws -> Options {
    guard case .run(_, let invocation) = try Options.program.parse(arguments) else {
      throw CancellationError()
    }
    return Options(invocation)
  }

  @Test(
    "rejects unknown options and values by name",
    arguments: [
      ["--bogus"], ["extra"], ["--port"], ["--port", "70000"], ["--port=x"],
      ["--latency-ms", "-1"], ["--fault", "nonsense"], ["--rate", "5"], ["--lease=1"],
    ]
  )
  func refused(_ arguments: [String]) {
    let error = #expect(throws: UsageError.self) { try options(arguments) }
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
    let help = Options.program.help(width: 100).map(\.text)
    for word in words { #expect(help.contains { $0.contains(word) }, "\(word)") }
    #expect(help.containsOnly { $0.count <= 100 })
    #expect(Options.program.problems.isEmpty)
  }
}
