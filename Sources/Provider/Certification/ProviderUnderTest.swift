package import HostKit
package import MusicModel

/// The provider that is to be certified, and what its hub would know of it.
package struct ProviderUnderTest: Sendable {
  package var executable: String
  package var arguments: [String]
  /// The variables that it gets, besides those that every start has.
  package var environment: Environment
  /// Its section of the configuration.
  package var configuration: JSONValue = .object([:])
  package var sources: [Source] = []
  /// What its manifest promises, where it was found by one.
  var promise: ManifestDeclaration?

  /// A source that is not the real one.
  package struct Source: Hashable, Sendable {
    /// The environment variable by which the provider is told where it is.
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

/// Where on this machine a source listens.
package struct LoopbackAddress: Hashable, Sendable {
  package let port: UInt16

  /// Reads `http://127.0.0.1:8080`; nothing else can be counted and held.
  package init?(url: String) {
    var text = url[...]
    guard text.hasPrefix("http://") else { return nil }
    text = text.dropFirst("http://".count)
    if text.hasSuffix("/") { text = text.dropLast() }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "127.0.0.1" || parts[0] == "localhost",
      let port = UInt16(parts[1]), port > 0
    else { return nil }
    self.port = port
  }

  init(port: UInt16) { self.port = port }

  var url: String { "http://127.0.0.1:\(port)" }
}
