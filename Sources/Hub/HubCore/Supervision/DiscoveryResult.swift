package import BusProtocol

/// All providers that can be found at one moment, and the manifests that are passed over.
package struct DiscoveryResult: Hashable, Sendable {
  /// At most one for each id.
  package var found: [DiscoveredManifest]
  package var problems: [ManifestProblem]

  package init(_ found: [DiscoveredManifest], problems: [ManifestProblem] = []) {
    self.found = found
    self.problems = problems
  }

  package init(_ manifests: [Manifest]) {
    self.init(manifests.map { DiscoveredManifest($0) })
  }
}

/// A manifest that can be served.
package struct DiscoveredManifest: Hashable, Sendable {
  package var manifest: Manifest
  /// Where it is.
  package var path: String
  /// Tells one state of its executable from the next.
  package var stamp: String

  package init(_ manifest: Manifest, path: String = "", stamp: String = "") {
    self.manifest = manifest
    self.path = path
    self.stamp = stamp
  }
}

/// A manifest that is passed over, and why.
package struct ManifestProblem: Hashable, Sendable {
  package var path: String
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// As a person is told.
  package var sentence: String { "The manifest \(path) is passed over: \(message)" }
}
