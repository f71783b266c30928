internal import Synchronization

/// A transfer whose result is awaited; it completes exactly once.
final class PendingTransfer: Sendable {
  typealias Action = @Sendable (Transfer.Result) -> Void

  let transfer: Transfer
  private let state = Mutex<(result: Transfer.Result?, action: Action?)>((nil, nil))

  init(_ transfer: Transfer) { self.transfer = transfer }

  var isComplete: Bool { state.withLock { $0.result != nil } }

  func onCompletion(_ action: @escaping Action) {
    let result = state.withLock { state in
      if state.result == nil { state.action = action }
      return state.result
    }
    if let result { action(result) }
  }

  func complete(_ result: Transfer.Result) {
    let action = state.withLock { state -> Action? in
      guard state.result == nil else { return nil }
      state.result = result
      defer { state.action = nil }
      return state.action
    }
    action?(result)
  }
}
