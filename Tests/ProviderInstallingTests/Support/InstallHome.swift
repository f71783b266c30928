import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit

@testable import ProviderInstalling

/// The directories of one test, and what a user was told there.
final class InstallHome {
  let directory: TestDirectory
  let paths: HubPaths
  private(set) var notes: [String] = []

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": "\(directory.path)/home"])
  }

  var path: String { directory.path }

  var context: InstallContext {
    InstallContext(paths, Environment.ofTests.allowing(["PATH", "LANG"])) { self.notes.append($0) }
  }

  /// What is below the directory of installed providers.
  var installed: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: paths.installed)) ?? []).sorted()
  }

  /// Writes an index with these members besides the usual ones, and reads it.
  func indexes(
    _ providers: String,
    _ others: String = "",
    serial: Int = 1,
    isOffline: Bool = false
  ) throws -> ProviderIndexes {
    let path = "\(directory.path)/index.json"
    try """
    {"document": "musicbus-index", "version": 1, "serial": \(serial), "providers": [\(providers)]\(others)}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return try ProviderIndexes([path], context, isOffline: isOffline)
  }

  /// Fetches what an origin has.
  func fetch(_ origin: Origin) throws -> FetchedProvider {
    try origin.newest(in: ProviderIndexes([], context), context)
      .fetch(context)
  }
}

/// The failure of some code; `nil` if there was none.
func failure(_ body: () throws -> Void) throws -> InstallFailure? {
  do {
    try body()
    return nil
  } catch let failure as InstallFailure {
    return failure
  }
}
