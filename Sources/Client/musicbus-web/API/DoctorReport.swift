import BusProtocol
import Dispatch
import HTTPServer
import HostKit
import JSON
import MusicModel
import Synchronization

/// What `musicbus doctor` finds: the command does the work, as it does in a terminal.
///
/// One run is made at a time, on a thread of its own, since it takes as long as the slowest provider takes to
/// start. Who asks during a run gets its findings, too.
final class DoctorReport: Sendable {
  typealias Findings = Result<[JSONValue], Problem>
  typealias Reply = @Sendable (Findings) -> Void

  /// The number of requests that may wait for a run.
  static let maxWaiting = 100

  private let check: @Sendable () -> Findings
  private let queue = DispatchQueue(label: "doctor")
  private let waiting = Mutex<[Reply]>([])

  convenience init(_ environment: Environment) {
    self.init {
      do throws(Problem) {
        return .success(try DoctorReport.findings(environment))
      } catch {
        return .failure(error)
      }
    }
  }

  /// `check` may block.
  init(_ check: @escaping @Sendable () -> Findings) { self.check = check }

  /// Calls back on another thread with the findings of this run, or of the one that is being made.
  ///
  /// - Throws: ``Problem`` if too many requests wait.
  func find(_ reply: @escaping Reply) throws(Problem) {
    let place = waiting.withLock { waiting -> Int? in
      guard waiting.count < DoctorReport.maxWaiting else { return nil }
      waiting.append(reply)
      return waiting.count
    }
    guard let place else {
      throw Problem(503, .busy, "Too many requests wait for musicbus doctor.")
    }
    guard place == 1 else { return }
    queue.async { [self] in
      let findings = check()
      let replies = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for reply in replies { reply(findings) }
    }
  }

  /// The command has a shorter time limit of its own.
  private static let time = Duration.seconds(30)
  private static let maxBytes = 1 << 20

  /// Runs the command to its end, and returns its lines.
  ///
  /// It starts no hub: one that the user has stopped stays so.
  ///
  /// - Throws: ``Problem`` without lines.
  private static func findings(_ environment: Environment) throws(Problem) -> [JSONValue] {
    guard let program = ExecutableSearch.findBesideThis("musicbus", environment: environment) else {
      throw Problem(500, .internalError, "The program musicbus is missing next to this one.")
    }
    var launch = Launch(program, ["doctor", "--json", "--no-autostart"], environment: environment)
    launch.output = .pipe
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try DoctorReport.output(of: ChildProcess(launch))
    } catch {
      throw Problem(500, .internalError, "Could not run musicbus doctor: \(error.message)")
    }
    let findings = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? JSONCodec.decode(JSONValue.self, from: Array(line))
    }
    guard !findings.isEmpty else {
      throw Problem(500, .internalError, "musicbus doctor printed nothing; run it in a terminal.")
    }
    return findings
  }

  private static func output(of child: ChildProcess) throws(SystemError) -> [UInt8] {
    let deadline = Deadline.after(time)
    var bytes: [UInt8] = []
    reading: while let output = child.output, output.waitUntilReadable(deadline) {
      switch try output.read() {
      case .bytes(let more) where bytes.count + more.count <= maxBytes: bytes += more
      case .nothing: continue
      case .bytes, .end: break reading
      }
    }
    _ = child.waitForExit(deadline)
    return bytes
  }
}

extension WebApplication {
  /// Serves `/api/1/doctor`.
  func checkup(_ exchange: HTTPExchange) throws(Problem) {
    try exchange.request.requireReading()
    try doctor.find { findings in
      switch findings {
      case .success(let findings):
        var response = HTTPResponse(
          200,
          type: "application/json",
          EncodedJSON(.object(["findings": .array(findings)])).bytes
        )
        response.add("Cache-Control", "no-store")
        exchange.respond(response.secured)
      case .failure(let problem): exchange.respond(problem.response.secured)
      }
    }
  }
}
