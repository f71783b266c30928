import BusProtocol
import HTTPServer
import HostKit
import JSON
import MusicModel

/// What `musicbus doctor` finds: the command does the work, as it does in a terminal.
struct DoctorReport: Sendable {
  private let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// The command has a shorter time limit of its own.
  private static let time = Duration.seconds(30)
  private static let maxBytes = 1 << 20

  /// Runs the command to its end, and returns its lines.
  ///
  /// It starts no hub: one that the user has stopped stays so.
  ///
  /// - Throws: ``Problem`` without lines.
  func findings() throws(Problem) -> [JSONValue] {
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
    // The checks take as long as the slowest provider takes to start.
    Task.detached { [doctor] in
      do throws(Problem) {
        let body: [String: JSONValue] = ["findings": .array(try doctor.findings())]
        var response = HTTPResponse(
          200,
          type: "application/json",
          EncodedJSON(.object(body)).bytes
        )
        response.add("Cache-Control", "no-store")
        exchange.respond(response.secured)
      } catch {
        exchange.respond(error.response.secured)
      }
    }
  }
}
