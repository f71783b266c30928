/// The result of a soak test.
struct SoakReport: Codable {
  /// One life of the hub, from its start to its end.
  struct Life: Codable {
    var seconds = 0
    /// Once it had been at work for a moment.
    var megabytesFirst = 0.0
    var megabytesLast = 0.0
    var maxFiles = 0
    var maxThreads = 0
    var maxZombies = 0
  }

  var minutes = 0.0
  var seed: UInt64 = 0
  var clients = SoakCalls.Report()
  /// The number of disturbances by kind.
  var acts: [String: Int] = [:]
  /// Exit statuses of the command line.
  var commands: [String: Int] = [:]
  var lives: [Life] = []
  /// Memory of the last hub in quiet, after a while and at the end.
  var megabytesInQuiet: [Double] = []
  /// Descriptors of the hub in quiet, at the end and of a new one.
  var filesAtEnd = 0
  var filesOfNewHub = 0
  var violations: [String] = []

  /// Whether the last hub needed clearly more memory at the end.
  var memoryGrows: Bool {
    guard let first = megabytesInQuiet.first, let last = megabytesInQuiet.last else { return false }
    return last > first * 1.1 + 2
  }

  var text: String {
    var lines = ["\(minutes) minutes, seed \(seed)"]
    lines.append(
      "calls \(clients.calls): \(clients.done) done, \(clients.errors) errors, "
        + "\(clients.lost) lost with their sessions; \(clients.sessions) sessions"
    )
    lines.append("codes of errors: " + SoakReport.listed(clients.codes))
    lines.append("done to the bus: " + SoakReport.listed(acts))
    lines.append("exit statuses of musicbus: " + SoakReport.listed(commands))
    for life in lives {
      lines.append(
        "a hub for \(life.seconds) s: \(SoakReport.rounded(life.megabytesFirst)), "
          + "\(SoakReport.rounded(life.megabytesLast)) MB; "
          + "at most \(life.maxFiles) descriptors, \(life.maxThreads) threads, "
          + "\(life.maxZombies) zombies"
      )
    }
    if !megabytesInQuiet.isEmpty {
      let megabytes = megabytesInQuiet.map(SoakReport.rounded).joined(separator: ", ")
      lines.append("megabytes in quiet: \(megabytes)")
    }
    lines.append("descriptors in quiet: \(filesAtEnd), of a new hub: \(filesOfNewHub)")
    lines += violations.map { "VIOLATION: \($0)" }
    lines.append(violations.isEmpty ? "All invariants hold." : "\(violations.count) violations.")
    return lines.joined(separator: "\n")
  }

  private static func listed(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private static func rounded(_ number: Double) -> String { Figures.fixed(number, digits: 1) }
}
