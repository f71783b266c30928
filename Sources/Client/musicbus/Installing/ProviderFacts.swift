import BusProtocol
import HostKit
import MusicModel

/// What a user reads about code that was not seen before, before it runs.
struct ProviderFacts {
  let fetched: FetchedProvider
  let origin: ProviderOrigin
  let trial: SandboxTrial?
  /// The version that it replaces.
  let replaced: ReplacedVersion?

  /// A version that runs until a new one replaces it.
  struct ReplacedVersion {
    let manifest: Manifest
    let details: ManifestDetails

    /// `nil` if its manifest cannot be read any more.
    init?(manifestAt path: String) {
      guard let bytes = try? FileDescriptor(path, 0).readAll(atMost: InstallLimits.manifestBytes),
        let manifest = try? JSONCodec.decode(Manifest.self, from: bytes),
        let details = try? JSONCodec.decode(ManifestDetails.self, from: bytes)
      else { return nil }
      (self.manifest, self.details) = (manifest, details)
    }
  }

  /// Labels and texts; what the replaced version did not have is marked as new.
  var lines: [(label: String, text: String)] {
    let (manifest, details) = (fetched.manifest, fetched.details)
    let isOnLines = manifest.lines != nil
    return [
      ("About", details.description),
      ("By", details.maintainers?.joined(separator: ", ")),
      ("Source", origin.source),
      ("Commit", fetched.commit),
      ("SHA-256", fetched.sha256),
      ("Hosts", hosts),
      (
        "Methods",
        marked(manifest.methods.map(\.rawValue), replaced?.manifest.methods.map(\.rawValue))
      ),
      (
        "Variables",
        marked(manifest.foreignVariables, replaced?.manifest.foreignVariables)
          .map { "\($0) (from your environment\(isOnLines ? "; only without a sandbox" : ""))" }
      ),
      ("Level", origin.level?.rawValue),
      ("Sandbox", sandbox),
    ].compactMap { label, text in text.map { (label, $0) } }
  }

  private var hosts: String {
    guard let contacts = fetched.details.contacts ?? (fetched.manifest.lines == nil ? nil : [])
    else { return "not stated in its manifest" }
    return marked(contacts, replaced.map { $0.details.contacts ?? [] }) ?? "none"
  }

  private var sandbox: String {
    if let trial { return trial.fact }
    let fact = "none: it is a native program, which can do what you can do"
    return replaced?.manifest.lines == nil ? fact : "\(fact) (new)"
  }

  /// `nil` if there are none.
  private func marked(_ values: [String], _ before: [String]?) -> String? {
    guard !values.isEmpty else { return nil }
    return values.map { before?.contains($0) == false ? "\($0) (new)" : $0 }
      .joined(separator: ", ")
  }
}

/// Where a provider comes from, and what an index says about it.
struct ProviderOrigin {
  let source: String
  /// The location of the index, if the source is an id.
  var index: String?
  /// The level at which it was certified, as the index says; what a manifest says of itself proves nothing.
  var level: Descriptor.Level?
}
