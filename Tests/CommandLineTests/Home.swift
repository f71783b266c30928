import BusProtocol
import Foundation
import HostKit
import TestKit

/// A private directory and hub for one test. Its providers are never called.
final class Home {
  let directory: TestDirectory
  let environment: Environment
  let paths: HubPaths

  init() throws {
    directory = try TestDirectory()
    var environment = Environment.ofTests.allowing(["PATH"])
    environment["MUSICBUS_HOME"] = directory.path
    self.environment = environment
    paths = try HubPaths(environment: environment)
  }

  deinit {
    _ = try? musicbus("hub", "stop")
  }

  func musicbus(_ arguments: String...) throws -> RunResult {
    try RunResult.of("musicbus", arguments, environment: environment)
  }
}
