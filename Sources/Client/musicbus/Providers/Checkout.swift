import FoundationEssentials
import HostKit

/// Where the sources of MusicBus are.
enum Checkout {
  /// The folder that was named, or the one in which this program was built.
  static func find(_ named: String?) throws -> String {
    if let named {
      guard isCheckout(named) else {
        throw CommandFailure(
          "\(named) is no checkout of MusicBus.",
          "Name the folder that holds its Package.swift and Sources/Provider/ProviderKit."
        )
      }
      return absolute(named)
    }
    var folder = parentDirectory(of: try ExecutableSearch.thisExecutable())
    while folder != "/" {
      if isCheckout(folder) { return folder }
      folder = parentDirectory(of: folder)
    }
    throw CommandFailure(
      "A provider in Swift needs the sources of MusicBus, and they are not around this program.",
      "Name a checkout with --package FOLDER, or use --language python."
    )
  }

  private static func isCheckout(_ folder: String) -> Bool {
    let files = FileManager.default
    return files.fileExists(atPath: "\(folder)/Package.swift")
      && files.fileExists(atPath: "\(folder)/Sources/Provider/ProviderKit")
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
