import BusProtocol

/// The calls of one client, with checks of their replies. Parts must be in order, and exactly one
/// terminal message must follow.
struct SoakCalls {
  /// The counts that the client reports when it ends.
  struct Report: Codable {
    var calls = 0
    var done = 0
    var errors = 0
    /// Calls in flight when the session was lost: they may be repeated.
    var lost = 0
    /// The number of errors by code.
    var codes: [String: Int] = [:]
    var sessions = 0
    var violations: [String] = []

    mutating func add(_ other: Report) {
      calls += other.calls
      done += other.done
      errors += other.errors
      lost += other.lost
      codes.merge(other.codes, uniquingKeysWith: +)
      sessions += other.sessions
      violations += other.violations
    }
  }

  private struct Call {
    var due: Double
    var parts = 0
  }

  private(set) var report = Report()
  private var underWay: [String: Call] = [:]
  private static let maxViolations = 20

  var count: Int { underWay.count }
  var names: [String] { underWay.keys.sorted() }

  mutating func sent(_ id: String, timeoutMs: Int) {
    report.calls += 1
    // What the hub has promised, and time for a machine that is busy with other things.
    underWay[id] = Call(due: Stopwatch.nowMicroseconds + Double(timeoutMs + 20_000) * 1e3)
  }

  mutating func received(_ header: Header, parts: Int?, code: ErrorCode?) {
    guard let id = header.re, var call = underWay[id] else {
      return complain(
        "\(header.type.rawValue) for \(header.re ?? "nothing"), which is not under way"
      )
    }
    if header.type == .part {
      if header.seq != call.parts {
        complain("part \(header.seq ?? -1) of \(id), not \(call.parts)")
      }
      call.parts += 1
      underWay[id] = call
      return
    }
    if let parts, parts != call.parts {
      complain("\(id) ended after \(call.parts) of \(parts) parts")
    }
    if header.type == .done { report.done += 1 } else { report.errors += 1 }
    if let code { report.codes[code.rawValue, default: 0] += 1 }
    underWay[id] = nil
  }

  /// Removes the calls in flight: they get no replies.
  mutating func sessionIsLost() {
    report.lost += underWay.count
    underWay = [:]
  }

  mutating func sessionHasBegun() { report.sessions += 1 }

  mutating func removeExpired() {
    let now = Stopwatch.nowMicroseconds
    for (id, call) in underWay where call.due < now {
      complain("\(id) has no end long after its time")
      underWay[id] = nil
    }
  }

  mutating func complain(_ text: String) {
    if report.violations.count < SoakCalls.maxViolations { report.violations.append(text) }
  }
}
