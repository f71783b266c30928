import FoundationEssentials
import HostKit

/// The MusicBus checkout with the sources of ProviderKit.
enum Checkout {
  /// Returns the given directory, or the checkout in which this program was built.
  static func find(_ named: String?) throws -> String {
    if let named {
      guard isCheckout(named) else {
        throw CommandFailure(
          "\(named) is not a MusicBus checkout.",
          "Give the directory that contains Package.swift and Sources/Provider/ProviderKit."
        )
      }
      return absolute(named)
    }
    var directory = parentDirectory(of: try ExecutableSearch.thisExecutable())
    while directory != "/" {
      if isCheckout(directory) { return directory }
      directory = parentDirectory(of: directory)
    }
    throw CommandFailure(
      "Swift providers need the MusicBus sources, which were not found near this program.",
      "Give a checkout with --package DIR, or leave out --language."
    )
  }

  private static func isCheckout(_ directory: String) -> Bool {
    let files = FileManager.default
    return files.fileExists(atPath: "\(directory)/Package.swift")
      && files.fileExists(atPath: "\(directory)/Sources/Provider/ProviderKit")
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
