import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit

/// The results of a run of `musicbus-certify`.
struct CertifyRun {
  let status: Int32
  let errors: String
  let checks: [Finding]

  struct Finding: Decodable {
    let check: String
    let result: String
    var problems: [String]?
    var reason: String?
    let elapsedMs: Int
  }

  var failed: [Finding] { checks.filter { $0.result == "failed" } }
  /// The checks for which the machine was too busy.
  var undecided: [Finding] { checks.filter { $0.result == "undecided" } }
  var passed: [Finding] { checks.filter { $0.result == "passed" } }

  /// The failures, for messages of tests.
  var account: String {
    failed.map { "\($0.check): \($0.problems ?? [])" }.joined(separator: "\n") + errors
  }

  /// Certifies a provider, limited by ``Turns``.
  ///
  /// `variable` is the environment variable with the address of its upstream.
  static func of(
    _ command: [String] = [],
    manifest: String? = nil,
    upstream variable: String? = nil,
    others: [String] = [],
    options: [String] = []
  ) async throws -> CertifyRun {
    let factor = options.contains("--timeout-factor") ? [] : ["--timeout-factor", "5"]
    var arguments = ["--fast", "--json"] + factor + options
    for variable in others {
      arguments += ["--upstream-var", "\(variable)=\(try await SharedUpstream.shared.url())"]
    }
    if let variable {
      arguments += ["--upstream-var", "\(variable)=\(try await SharedUpstream.shared.url())"]
    }
    arguments += manifest.map { ["--manifest", $0] } ?? ["--"] + command
    var run = try await once(arguments)
    for _ in 1..<3 where !run.undecided.isEmpty { run = try await once(arguments) }
    return run
  }

  private static func once(_ arguments: [String]) async throws -> CertifyRun {
    let result = try await Turns.shared.take {
      try await Ended.of("musicbus-certify", arguments)
    }
    let checks = try result.output.split(separator: "\n").map { line in
      try JSONCodec.decode(Finding.self, from: Array(line.utf8))
    }
    return CertifyRun(status: result.status, errors: result.errors, checks: checks)
  }
}

/// The sample upstream shared by all tests.
actor SharedUpstream {
  static let shared = SharedUpstream()

  private var one: SampleUpstream?

  func url() throws -> String {
    let upstream = try one ?? SampleUpstream()
    one = upstream
    return upstream.url
  }
}

/// Limits the number of concurrent runs; each uses about an eighth of a core.
actor Turns {
  static let shared = Turns(count: 8)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func take<Value: Sendable>(
    _ work: @Sendable @concurrent () async throws -> Value
  ) async throws -> Value {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    defer { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
    return try await work()
  }
}

/// The result of a program that was run without blocking a thread.
struct Ended: Sendable {
  let status: Int32
  let output: String
  let errors: String

  static func of(
    _ name: String,
    _ arguments: [String],
    environment: Environment = .ofTests
  ) async throws -> Ended {
    let directory = try TestDirectory()
    let files = try ["out", "err"].map { name in
      let path = "\(directory.path)/\(name)"
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return try FileHandle(forWritingTo: URL(filePath: path))
    }
    let process = Process()
    process.executableURL = URL(filePath: Executables.path(name))
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = files[0]
    process.standardError = files[1]
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        done.resume(throwing: error)
      }
    }
    let texts = try ["out", "err"].map {
      try String(contentsOfFile: "\(directory.path)/\($0)", encoding: .utf8)
    }
    return Ended(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
