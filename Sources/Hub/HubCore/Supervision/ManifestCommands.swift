import BusProtocol
import MusicModel

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
