import BusProtocol
import Foundation
import HostKit
import TestKit

/// A folder in which one test has a hub of its own. Its providers are never asked anything.
final class Home {
  let folder: TemporaryFolder
  let environment: Environment
  let places: HubPaths

  init() throws {
    folder = try TemporaryFolder()
    var environment = Environment.ofTests.allowing(["PATH"])
    environment["MUSICBUS_HOME"] = folder.path
    self.environment = environment
    places = try HubPaths(environment: environment)
  }

  deinit {
    _ = try? musicbus("hub", "stop")
  }

  func musicbus(_ arguments: String...) throws -> RunResult {
    try RunResult.of("musicbus", arguments, environment: environment)
  }
}
