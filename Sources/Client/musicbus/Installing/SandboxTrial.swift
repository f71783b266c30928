import BusProtocol
import CommandKit
import HostKit

/// Whether a program on JSON lines runs in a sandbox on this machine: it is tried, not assumed. Nothing of the
/// program is run.
enum SandboxTrial {
  case active
  /// This machine can make none, for this reason.
  case impossible(String)
  /// The program cannot run, for this reason.
  case failed(String)

  private struct Description: Decodable {
    var sandbox: Descriptor.Sandbox?
  }

  init(ofManifestAt path: String, _ context: CommandContext) throws {
    guard
      let bridge = ExecutableSearch.findBesideThis(
        Manifest.bridge,
        environment: context.environment
      )
    else { throw CommandFailure("Could not find \(Manifest.bridge).", "Install MusicBus again.") }
    let result = try ExternalTool(name: bridge, package: "musicbus")
      .run([path, "--describe"], context, to: "try the sandbox")
    let described = try? JSONCodec.decode(Description.self, from: Array(result.output.utf8))
    switch described?.sandbox {
    case let sandbox? where sandbox.active: self = .active
    case let sandbox?: self = .impossible(sandbox.reason ?? "for an unknown reason")
    case nil: self = .failed(result.problem)
    }
  }

  /// What a user reads before a program is installed.
  var fact: String {
    switch self {
    case .active: "yes: it sees only its own files, and MusicBus makes its requests"
    case .impossible(let reason):
      "none: not available on this machine (\(reason)); the program would have all your permissions"
    case .failed(let reason): "none: the program cannot run. \(reason)"
    }
  }
}
