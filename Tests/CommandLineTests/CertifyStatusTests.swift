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
      (.exited(64), .usageError), (.killed(signal: SIGKILL), .failed),
    ] as [(ChildProcess.Termination, CommandKit.ExitStatus)]
  )
  func statuses(_ termination: ChildProcess.Termination, _ status: CommandKit.ExitStatus) {
    #expect(CertifyTool.status(of: termination) == status)
  }
}
