/// One question of speed: measures, and gives the bars it answers.
struct Measurement: Sendable {
  /// By which `--only` chooses it.
  var name: String
  var summary: String
  var run: @Sendable (Extent) throws -> [PerformanceTarget]

  /// How much is measured.
  struct Extent: Sendable {
    /// A million calls where a hundred thousand do otherwise.
    var isLong = false
  }

  /// All of them, in the order in which they run; a new one is added here.
  static let all: [Measurement] = [
    .cachedAnswers, .fanOut, .manyClients, .flood, .commandLine, .starting, .restart,
    .memory, .againstMajordomo, .allocations,
  ]
}

/// What a measurement compares with is a program of others that this machine does not have: its bars
/// are left out, and nothing has failed.
struct NotInstalled: Error, CustomStringConvertible {
  let name: String
  init(_ name: String) { self.name = name }
  var description: String { "\(name) is not installed" }
}

/// Something that the measurement needs is not there.
struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
