import BusProtocol

/// A kind of operations that share a bound.
enum OperationKind: Hashable, Sendable {
  case favorites, verdict, cacheCommand, manifestCommand

  /// The kind of operation that a method starts, or `nil`.
  init?(_ method: Method) {
    guard let spec = Methods[method] else { return nil }
    switch spec.handler {
    case .records where !spec.isReadOnly: self = .verdict
    case .cache: self = .cacheCommand
    case .providers: self = .manifestCommand
    case .favorites: self = .favorites
    case .records, .clientCalls, .hub: return nil
    }
  }

  func requireAvailable(_ settings: HubSettings) throws(Failure) {
    guard self != .cacheCommand || settings.hasProviderCache else {
      throw Failure(.internalError, "Caching is disabled on this hub.")
    }
  }

  /// The number of calls that may wait; `nil` if another machine sets the bound.
  var limit: Int? {
    switch self {
    case .favorites: nil
    case .verdict: 256
    case .cacheCommand, .manifestCommand: 64
    }
  }

  var busy: Failure {
    switch self {
    case .favorites:
      Failure(.busy, "Too many calls are waiting for the favourites.", retryAfterMs: 1000)
    case .verdict: Failure(.busy, "Too many verdicts are waiting to be saved.", retryAfterMs: 1000)
    case .cacheCommand: Failure(.busy, "Too many cache commands are pending.", retryAfterMs: 1000)
    case .manifestCommand: Failure(.busy, "Too many changes are being made.", retryAfterMs: 100)
    }
  }

  /// The reply at the deadline, unless the operation sets another.
  var timedOut: Failure {
    switch self {
    case .favorites:
      Failure(
        .deadlineExceeded,
        "Timed out writing to disk; the change may still have been saved."
      )
    case .verdict:
      Failure(.deadlineExceeded, "Timed out saving the verdict; it was not saved.")
    case .cacheCommand:
      Failure(
        .deadlineExceeded,
        "Timed out accessing the cache; try again later."
      )
    case .manifestCommand:
      Failure(
        .deadlineExceeded,
        "Timed out changing the manifests; the change may still have been made."
      )
    }
  }

  var cancelled: Failure {
    switch self {
    case .favorites:
      Failure(.cancelled, "The call was cancelled; the change may still have been saved.")
    case .verdict:
      Failure(.cancelled, "The call was cancelled; the verdict may still have been saved.")
    case .cacheCommand, .manifestCommand:
      Failure(.cancelled, "The call was cancelled; the change may still have been made.")
    }
  }
}
