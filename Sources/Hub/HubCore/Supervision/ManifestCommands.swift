package import BusProtocol
package import MusicModel

/// Commands of clients that change manifests, until the runtime has carried them out.
struct ManifestCommands: Sendable {
  struct Command: Sendable {
    let method: Method
    /// The providers that it names; `nil` if it names none.
    let providers: [ProviderID]?
  }

  private var commands: [OperationID: Command] = [:]

  mutating func add(_ command: Command, _ operation: OperationID) { commands[operation] = command }

  mutating func remove(_ operation: OperationID) -> Command? {
    commands.removeValue(forKey: operation)
  }
}

/// A change of the manifests; discovery follows it.
package enum ManifestChange: Hashable, Sendable {
  /// Adds a manifest to the user's: the file, or the one in the directory at that path.
  case add(path: String)
  /// Removes these from the user's.
  case remove([ProviderID])
  /// Changes nothing, and only repeats discovery.
  case look
}

/// The result of a change: the providers that it affected, or the reason why it failed.
package enum ManifestChangeResult: Hashable, Sendable {
  case made([ProviderID])
  case refused(Failure)
}
