import Foundation
import HostKit

/// The executables that were built with the tests.
package enum Executables {
  package static let directory: String = {
    guard let path = try? ExecutableSearch.thisExecutable() else { return "." }
    // `swift test` runs either the test bundle itself or a helper of the toolchain.
    let built = PackageRoot.url(".build/debug").path()
    return ExecutableSearch.find("musicbus-hub", in: [parentDirectory(of: path)])
      .map(parentDirectory) ?? built
  }()

  package static func path(_ name: String) -> String {
    // It is not compiled.
    name == "musicbus-certify"
      ? PackageRoot.path("Protocol/certification/\(name)") : "\(directory)/\(name)"
  }
}
