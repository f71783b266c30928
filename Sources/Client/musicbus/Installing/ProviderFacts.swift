import BusProtocol
import HostKit
import ProviderInstalling

/// What a user reads about code that was not seen before, before it runs.
struct ProviderFacts {
  let fetched: FetchedProvider
  let trial: SandboxTrial?
  /// The manifest of the version that it replaces; `nil` if there is none, or it cannot be read any more.
  let replaced: PublishedManifest?

  /// Labels and texts; what the replaced version did not have is marked as new.
  var lines: [(label: String, text: String)] {
    let (manifest, version) = (fetched.manifest, fetched.version)
    let isOnLines = manifest.program.lines != nil
    return [
      ("About", manifest.description),
      ("By", manifest.maintainers?.joined(separator: ", ")),
      ("Source", version.source),
      ("Commit", version.commit),
      ("SHA-256", version.sha256),
      ("Hosts", hosts),
      (
        "Methods",
        marked(
          manifest.program.methods.map(\.rawValue),
          replaced?.program.methods.map(\.rawValue)
        )
      ),
      (
        "Variables",
        marked(manifest.program.foreignVariables, replaced?.program.foreignVariables)
          .map { "\($0) (from your environment\(isOnLines ? "; only without a sandbox" : ""))" }
      ),
      ("Level", fetched.level?.rawValue),
      ("Sandbox", sandbox),
    ].compactMap { label, text in text.map { (label, $0) } }
  }

  private var hosts: String {
    let manifest = fetched.manifest
    guard let contacts = manifest.contacts ?? (manifest.program.lines == nil ? nil : [])
    else { return "not stated in its manifest" }
    return marked(contacts, replaced.map { $0.contacts ?? [] }) ?? "none"
  }

  private var sandbox: String {
    switch trial {
    case .active: return "yes: it sees only its own files, and MusicBus makes its requests"
    case .impossible(let reason):
      return
        "none: not available on this machine (\(reason)); the program would have all your permissions"
    case .failed(let reason): return "none: the program cannot run. \(reason)"
    case nil:
      let fact = "none: it is a native program, which can do what you can do"
      return replaced?.program.lines == nil ? fact : "\(fact) (new)"
    }
  }

  /// `nil` if there are none.
  private func marked(_ values: [String], _ before: [String]?) -> String? {
    guard !values.isEmpty else { return nil }
    return values.map { before?.contains($0) == false ? "\($0) (new)" : $0 }
      .joined(separator: ", ")
  }
}
