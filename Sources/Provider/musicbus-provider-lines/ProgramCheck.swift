import BusProtocol
import Dispatch
import HostKit
import MusicModel
import ProviderKit

/// Starts a program to see whether it can run, without a call; ``ProgramCheckTime`` says when.
enum ProgramCheck {
  /// The hub waits 5 s for the hello, which comes afterwards.
  static let maxTime = Duration.seconds(3)

  /// Sends the first line, and ends the input: the program has to exit with status 0. One that still runs after
  /// the time has started, on a busy machine.
  ///
  /// - Throws: `INTERNAL` with its last line on standard error if it does not; `CONFIGURATION_INVALID` if it says so.
  static func run(
    _ command: LineProgram.Command,
    within time: Duration = maxTime
  ) throws(Failure) {
    let reason: String
    var code = ErrorCode.internalError
    do {
      var launch = command.sandbox.launch
      (launch.input, launch.output, launch.errors) = (.lifeline, .null, .pipe)
      let child = try ChildProcess(launch)
      let errors = child.errors.map { ErrorReader($0, until: child.end) }
      let line = try JSONCodec.encode(JSONValue.object(command.start)) + [UInt8(ascii: "\n")]
      // The exit of a program that does not read says more.
      try? child.input?.write(line)
      child.closeLifeline()
      let termination = child.waitForExit(.after(time)).map(command.sandbox.termination)
      guard let termination, termination != .exited(0) else { return }
      if termination == .exited(ProviderProgram.configurationStatus) {
        code = .configurationInvalid
      }
      errors?.waitForEnd(.milliseconds(500))
      let last = errors?.last ?? ""
      reason = termination.clause + (last.isEmpty ? "" : ": \(last)")
    } catch {
      reason = "cannot be started: \(JSONCodec.describe(error))"
    }
    let id = command.start["provider"]?.text.flatMap { ProviderID(rawValue: $0) }
    throw Failure(code, ProgramFault(id: id).explained("The program \(reason)"))
  }
}
