internal import BusProtocol
package import HostKit

/// Whether a program on JSON lines runs in a sandbox on this machine: it is tried, not assumed. Nothing of the
/// program is run.
package enum SandboxTrial: Hashable, Sendable {
  case active
  /// This machine can make none, for this reason.
  case impossible(String)
  /// The program cannot run, for this reason.
  case failed(String)

  private struct Description: Decodable {
    var sandbox: Descriptor.Sandbox?
  }

  /// Tries it for the manifest at a path.
  ///
  /// - Throws: ``InstallFailure`` if the program that makes sandboxes is missing or took too long, and
  ///   `ClientError.interrupted`.
  package init(ofManifestAt path: String, _ environment: Environment) throws {
    guard let bridge = ExecutableSearch.findBesideThis(Manifest.bridge, environment: environment)
    else { throw InstallFailure("Could not find \(Manifest.bridge).", "Install MusicBus again.") }
    let result = try ExternalTool(name: bridge, package: "musicbus")
      .run([path, "--describe"], environment, to: "try the sandbox")
    let described = try? JSONCodec.decode(Description.self, from: Array(result.output.utf8))
    switch described?.sandbox {
    case let sandbox? where sandbox.active: self = .active
    case let sandbox?: self = .impossible(sandbox.reason ?? "for an unknown reason")
    case nil: self = .failed(result.problem)
    }
  }
}
