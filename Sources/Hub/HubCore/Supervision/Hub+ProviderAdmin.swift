import BusProtocol
import MusicModel

/// Methods that add, remove, reload and reset providers.
extension Hub {
  /// Changes manifests or providers as a call wants.
  mutating func handleProviderAdmin(
    _ method: Method,
    _ parameters: CallParameters,
    _ reply: PendingReply
  ) throws(Failure) {
    let named = parameters.providers
    for id in named ?? [] { try requireProvider(id) }
    let operation = pendingReplies.add(reply, .manifestCommand, &turn)
    guard method != .resetProviders else {
      reset(named ?? [])
      return endProviderAdmin(operation, affecting: named ?? [])
    }
    manifestCommands.add(.init(method: method, providers: named), operation)
    let change: ManifestChange =
      switch method {
      case .addProvider: .add(path: parameters.path ?? "")
      case .removeProviders: .remove(named ?? [])
      default: .look
      }
    act(.changeManifests(change, ticket: operation))
  }

  /// Ends a command: the manifests are changed, or could not be.
  mutating func manifestsChanged(_ operation: OperationID, _ result: ManifestChangeResult) {
    guard let command = manifestCommands.remove(operation) else { return }
    switch result {
    case .refused(let failure): turn.post(.operationEnded(operation, .failed(failure)))
    case .made(let ids):
      let isReload = command.method == .reloadProviders
      endProviderAdmin(operation, affecting: isReload ? reload(command.providers) : ids)
    }
  }

  private func requireProvider(_ id: ProviderID) throws(Failure) {
    if let slot = providers[id], slot.departure?.aim != .removal { return }
    let known = providers.keys.sorted().map(\.rawValue).joined(separator: ", ")
    throw Failure(
      .notFound,
      "There is no provider \"\(id)\"; there are: \(known.isEmpty ? "none" : known)."
    )
  }

  private mutating func endProviderAdmin(_ operation: OperationID, affecting ids: [ProviderID]) {
    var done = Done()
    done.providers = ids.sorted().compactMap { status(of: $0) }
    turn.post(.operationEnded(operation, .done(done, fallback: .failed(.replyTooLarge))))
  }
}
