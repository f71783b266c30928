import BusProtocol
package import MusicModel

/// A change of the manifests; discovery follows it.
package enum ManifestChange: Hashable, Sendable {
  /// Adds a manifest to the user's: the file, or the one in the directory at that path.
  ///
  /// The approved hosts replace those of before, unless they are `nil`.
  case add(path: String, approvedHosts: [String]?)
  /// Adds a further instance of the provider whose manifest is at that path.
  case addInstance(ProviderID, path: String)
  /// Removes these from the user's.
  case remove([ProviderID])
  /// Changes nothing, and only repeats discovery.
  case look
}

extension ManifestChange {
  /// The change that a call wants; `nil` if it changes no manifests.
  init?(_ method: Method, _ parameters: CallParameters) {
    switch method {
    case .providersReset: return nil
    case .providersAdd:
      let path = parameters.path ?? ""
      if let instance = parameters.instance {
        self = .addInstance(instance, path: path)
      } else {
        self = .add(path: path, approvedHosts: parameters.approvedHosts)
      }
    case .providersRemove: self = .remove(parameters.providers ?? [])
    default: self = .look
    }
  }
}
