import Foundation

/// The example provider in C, which its own Makefile builds.
package enum CExample {
  /// Whether this machine has what it needs.
  package static let canBeBuilt =
    ["/usr/bin/make", "/usr/bin/cc", "/usr/include/jansson.h"].allSatisfy {
      FileManager.default.fileExists(atPath: $0)
    }

  /// Builds it into a folder, as `crate`.
  ///
  /// - Throws: where the compiler refuses it.
  package static func build(into folder: String) throws {
    let make = Program("/usr/bin/make")
    let source = PackageRoot.path("Plugins/Examples/C")
    try make.succeed(["-C", source, "OUT=\(folder)", "\(folder)/crate"])
  }
}
