/// A measurement of speed with its performance targets.
struct Measurement: Sendable {
  /// By which `--only` chooses it.
  var name: String
  var summary: String
  var run: @Sendable (Extent) throws -> [PerformanceTarget]

  /// The number of samples.
  struct Extent: Sendable {
    /// Whether to measure a million calls instead of a hundred thousand.
    var isLong = false
  }

  /// All of them, in the order in which they run; a new one is added here.
  static let all: [Measurement] = [
    .cachedReplies, .fanOut, .manySources, .manyClients, .flood, .commandLine, .starting, .restart,
    .favoritesCommands, .memory, .idle, .library, .indexing, .againstMajordomo, .allocations,
  ]
}

/// A program to compare with is not installed. Its targets are skipped without a failure.
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
