/// Something that can be measured.
struct Benchmark: Sendable {
  var name: String
  /// The arguments after the name on the command line.
  var synopsis: String
  var summary: String
  /// The names of options that take a value.
  var options: Set<String>
  var run: @Sendable (Arguments) throws -> Void

  /// All of them; a new one is added here.
  static let all: [Benchmark] = [.match, .pairs, .merge, .favorites, .soak]

  static var usage: String {
    "USAGE: musicbus-bench <benchmark> …\n\nBENCHMARKS:\n"
      + all.map { "  \($0.name) \($0.synopsis)\n      \($0.summary)" }.joined(separator: "\n")
  }
}
