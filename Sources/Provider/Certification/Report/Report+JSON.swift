internal import BusProtocol
internal import MusicModel

/// The report as JSON lines, one per check.
extension Report {
  package func jsonLines() throws -> [String] {
    try results.map {
      secrets.removed(from: String(decoding: try JSONCodec.encode($0.json), as: UTF8.self))
    }
  }
}

extension CheckResult {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "check": .string(check.id), "suite": .string(check.suite),
      "level": .string(check.level.rawValue),
      "requirements": .array(check.requirements.map { .string($0) }),
      "summary": .string(check.summary), "elapsedMs": .integer(elapsedMs),
    ]
    switch outcome {
    case .passed: members["result"] = "passed"
    case .failed(let problems):
      members["result"] = "failed"
      members["problems"] = .array(problems.map { .string($0) })
      members["fix"] = .string(fix)
    case .undecided(let reason):
      members["result"] = "undecided"
      members["reason"] = .string(reason)
    case .skipped(let reason):
      members["result"] = "skipped"
      members["reason"] = .string(reason)
    }
    return .object(members)
  }
}
