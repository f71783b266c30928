import Foundation

/// The example provider in C, which its own Makefile builds.
package enum CExample {
  /// Whether this machine has what it needs.
  package static let canBeBuilt =
    FileManager.default.fileExists(atPath: "/usr/bin/make")
    && FileManager.default.fileExists(atPath: "/usr/include/jansson.h")

  /// Builds it into a folder, as `crate`.
  ///
  /// - Throws: where the compiler refuses it.
  package static func build(into folder: String) throws {
    let make = Program("/usr/bin/make")
    let source = PackageRoot.path("Plugins/Examples/C")
    let result = try make.run(["-C", source, "OUT=\(folder)", "\(folder)/crate"])
    guard result.status == 0 else { throw Failed(message: result.errors) }
  }

  /// What the compiler said.
  package struct Failed: Error {
    package let message: String
  }
}
