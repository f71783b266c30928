/// musicbus-bench: measures the parts of the bus, and how well records are matched where the truth
/// is known. Each benchmark is one file; this one finds the one that was asked for.
#if canImport(Glibc)
  import Glibc
#endif

@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first,
      let benchmark = Benchmark.all.first(where: { $0.name == name })
    else {
      Output.error(Benchmark.usage)
      exit(arguments.first == "--help" ? 0 : 64)
    }
    do {
      try benchmark.run(Arguments(arguments.dropFirst(), options: benchmark.options))
    } catch let error as UsageError {
      Output.error("musicbus-bench \(name): \(error.text)\n\n\(Benchmark.usage)")
      exit(64)
    } catch {
      Output.error("musicbus-bench \(name): \(error)")
      exit(1)
    }
  }
}
