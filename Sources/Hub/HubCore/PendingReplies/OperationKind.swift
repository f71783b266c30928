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
      Failure(.busy, "Too many calls wait for the favourites already.", retryAfterMs: 1000)
    case .verdict: Failure(.busy, "Too many verdicts wait to be written.", retryAfterMs: 1000)
    case .cacheCommand: Failure(.busy, "Too many orders wait already.", retryAfterMs: 1000)
    case .manifestCommand: Failure(.busy, "Too many changes are being made.", retryAfterMs: 100)
    }
  }

  /// The reply at the deadline, unless the operation sets another.
  var timedOut: Failure {
    switch self {
    case .favorites:
      Failure(
        .deadlineExceeded,
        "The disk has not answered in time; the change may be kept all the same."
      )
    case .verdict:
      Failure(.deadlineExceeded, "The verdict was not written in time, and is not kept.")
    case .cacheCommand:
      Failure(
        .deadlineExceeded,
        "The disk with the kept answers has not answered in time; try again later."
      )
    case .manifestCommand:
      Failure(
        .deadlineExceeded,
        "The manifests were not changed in time; they may be changed all the same."
      )
    }
  }

  var cancelled: Failure {
    switch self {
    case .favorites:
      Failure(.cancelled, "The call was cancelled; a change may be kept all the same.")
    case .verdict:
      Failure(.cancelled, "The call was cancelled; the verdict may be kept all the same.")
    case .cacheCommand, .manifestCommand:
      Failure(.cancelled, "The call was cancelled; it may be done all the same.")
    }
  }
}
