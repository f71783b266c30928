import CommandKit
import Glibc
import HostKit
import Testing

@testable import musicbus

@Suite("The exit status of a certification")
struct CertifyStatusTests {
  @Test(
    "distinguishes a provider that failed from a certification that could not be completed",
    arguments: [
      (.exited(0), .ok), (.exited(1), .failed), (.exited(2), .undecided), (.exited(127), .failed),
      (.exited(64), .usageError),
    ] as [(ChildProcess.Termination, CommandKit.ExitStatus)]
  )
  func statuses(_ termination: ChildProcess.Termination, _ status: CommandKit.ExitStatus)
    throws
  {
    #expect(try CertifyTool.status(of: termination) == status)
  }

  @Test("is an error if the certifier was killed, since it has said nothing")
  func killed() {
    let error = #expect(throws: CommandFailure.self) {
      try CertifyTool.status(of: .killed(signal: SIGSEGV))
    }
    #expect(error?.message == "musicbus-certify was killed by signal 11 (SIGSEGV).")
  }
}
