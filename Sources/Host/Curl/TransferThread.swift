internal import Dispatch

/// Runs transfers, many at a time, on one thread.
package final class TransferThread: Sendable {
  private let queue = TransferQueue()

  package init(trusting authorities: Authorities) {
    let queue = queue
    DispatchQueue(label: "transfers").async { TransferLoop(queue, trusting: authorities).run() }
  }

  deinit { queue.stop() }

  /// Runs a transfer; it ends when the task is cancelled.
  package func run(_ transfer: Transfer) async throws(Transfer.Failure) -> Transfer.Response {
    let pending = PendingTransfer(transfer)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pending.onCompletion { continuation.resume(returning: $0) }
        queue.add(pending)
      }
    } onCancel: {
      pending.complete(.failure(.cancelled))
      queue.wake()
    }
    return try result.get()
  }
}
