/// Why the program of a provider on JSON lines must not run where the machine can make no sandbox.
package enum SandboxDemand: String, Hashable, Sendable {
  /// `hub.requireSandbox` is set.
  case always
  /// It comes from elsewhere, and the user has not agreed to run it without one.
  case agreement

  /// The environment variable for the program that makes the sandbox.
  package static let variable = "MUSICBUS_REQUIRE_SANDBOX"

  /// Whether the program of a manifest needs one, whatever is set; `nil` if it does not.
  ///
  /// A copy that the command line has made comes from elsewhere. Without a readable list of copies, nobody has
  /// agreed to anything.
  package init?(
    ofManifestAt path: String,
    installedBelow directory: String,
    _ installed: InstalledProviders?
  ) {
    let root = (realPath(directory) ?? directory) + "/"
    guard let real = realPath(path), real.hasPrefix(root) else { return nil }
    let names = real.dropFirst(root.count).split(separator: "/").map(String.init)
    let version = names.first.flatMap { installed?.providers[$0] }?.versions.first {
      $0.directory == names.dropFirst().first
    }
    guard version?.unsandboxed == nil else { return nil }
    self = .agreement
  }

  /// The error for a provider, if there is no sandbox for that reason.
  package func refusal(_ problem: String) -> String {
    switch self {
    case .always:
      "hub.requireSandbox is set, but no sandbox is available on this machine: \(problem)"
    case .agreement:
      "No sandbox is available on this machine (\(problem)), and this provider was installed from elsewhere. "
        + "To run it anyway, add it again: musicbus provider add SOURCE --no-sandbox"
    }
  }
}
