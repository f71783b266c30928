import ClientKit
import CommandKit
import HostKit
import TestKit

@testable import musicbus

extension FakeHub {
  /// Runs a command on this hub, which serves the directory of the environment.
  @discardableResult
  func run(_ arguments: [String], _ environment: Environment) throws -> CommandKit.ExitStatus {
    guard case .run(let action, let invocation) = try CommandTable.program.parse(arguments) else {
      throw Samples.NoCommand(arguments: arguments)
    }
    let context = try CommandContext(
      invocation,
      Terminal { _ in nil },
      environment: environment,
      start: .expected(process)
    )
    defer { context.close() }
    return try action(context, invocation)
  }
}
