package import HostKit
package import MusicModel

/// The provider to certify, as a hub would know it.
package struct ProviderUnderTest: Sendable {
  package var executable: String
  package var arguments: [String]
  /// Environment variables in addition to those of every provider.
  package var environment: Environment
  /// The provider's section of the configuration.
  package var configuration: JSONValue = .object([:])
  package var upstreams: [LocalUpstream] = []
  /// The declarations of the manifest, if there is one.
  var manifest: ManifestDeclaration?

  /// A local upstream that replaces the real one.
  package struct LocalUpstream: Hashable, Sendable {
    /// The environment variable that contains its address.
    package let variable: String
    package let address: LoopbackAddress

    package init(variable: String, address: LoopbackAddress) {
      self.variable = variable
      self.address = address
    }
  }

  package init(_ executable: String, _ arguments: [String], environment: Environment) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  package var commandLine: String { ([executable] + arguments).joined(separator: " ") }
}
