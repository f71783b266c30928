import BusProtocol
import Dispatch
import HostKit
import MusicModel
import ProviderKit

/// Starts a program to see whether it can run, without a call: before a new version replaces one that runs.
enum ProgramCheck {
  /// The variable that asks for it.
  static let variable = "MUSICBUS_CHECK_PROGRAM"
  /// An interpreter may be slow on a busy machine.
  private static let maxTime = Duration.seconds(10)

  /// Sends the first line, and ends the input: the program has to exit with status 0.
  ///
  /// - Throws: `INTERNAL` with its last line on standard error if it does not.
  static func run(_ command: LineProgram.Command) throws(Failure) {
    var reason = "did not exit within 10 s after the end of its input"
    do {
      var launch = command.sandbox.launch
      (launch.input, launch.output, launch.errors) = (.lifeline, .null, .pipe)
      let child = try ChildProcess(launch)
      let errors = child.errors.map { ErrorReader($0, until: child.end) }
      let line = try JSONCodec.encode(JSONValue.object(command.start)) + [UInt8(ascii: "\n")]
      // The exit of a program that does not read says more.
      try? child.input?.write(line)
      child.closeLifeline()
      if let termination = child.waitForExit(.after(maxTime)).map(command.sandbox.termination) {
        if termination == .exited(0) { return }
        errors?.waitForEnd(.milliseconds(500))
        let last = errors?.last ?? ""
        reason = termination.clause + (last.isEmpty ? "" : ": \(last)")
      }
    } catch {
      reason = "cannot be started: \(JSONCodec.describe(error))"
    }
    let id = command.start["provider"]?.text.flatMap { ProviderID(rawValue: $0) }
    throw Failure(.internalError, ProgramFault(id: id).explained("The program \(reason)"))
  }
}
