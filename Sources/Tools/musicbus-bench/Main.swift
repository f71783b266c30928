/// musicbus-bench: measures the speed of the bus and the quality of matching. Each figure has a
/// baseline in the same run. Each measurement is one file; this one runs the requested ones.
#if canImport(Glibc)
  import Glibc
#endif

@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let name = arguments.first ?? ""
    do {
      if name == "--help" {
        Output.line(usage)
      } else if let part = parts[name], let argument = arguments.dropFirst().first {
        try part(argument)
      } else if let benchmark = Benchmark.all.first(where: { $0.name == name }) {
        try benchmark.run(Arguments(arguments.dropFirst(), options: benchmark.options))
      } else {
        exit(try Run(arguments).run())
      }
    } catch let error as UsageError {
      Output.error("musicbus-bench: \(error.text)\n\n\(usage)")
      exit(64)
    } catch {
      Output.error("musicbus-bench \(name): \(error)")
      exit(1)
    }
  }

  /// Processes that a measurement starts: this program again, in another part.
  private static let parts: [String: @Sendable (String) throws -> Void] = [
    "flood-echo": { try FloodClient.serveEcho(at: $0) },
    "echo": { try Echo.serve(at: $0) },
    "flood": { try FloodClient.serve(at: $0) },
    "model-hub": { try InProcessHub.serve($0) },
    "provider": { try StubProvider.serve($0) },
    "soak-client": { try SoakClient.serve(at: $0) },
  ]

  private static var usage: String {
    "USAGE: musicbus-bench \(Run.synopsis)\n\nMEASUREMENTS:\n"
      + Measurement.all.map { "  \($0.name)\n      \($0.summary)" }.joined(separator: "\n")
      + "\n\n" + Benchmark.usage
  }
}
