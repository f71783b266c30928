import Foundation

/// The example provider in C, which its own Makefile builds.
package enum CExample {
  /// Whether this machine has the compiler and libraries for it.
  package static let canBeBuilt =
    ["/usr/bin/make", "/usr/bin/cc", "/usr/include/jansson.h"].allSatisfy {
      FileManager.default.fileExists(atPath: $0)
    }

  /// Builds it into a directory, as `crate`.
  ///
  /// - Throws: if it does not compile.
  package static func build(into directory: String) throws {
    let make = Program("/usr/bin/make")
    let source = PackageRoot.path("Plugins/Examples/C")
    try make.succeed(["-C", source, "OUT=\(directory)", "\(directory)/crate"])
  }
}
