internal import CCurl

/// Begins transfers, moves their bytes and completes them, on one thread.
final class TransferLoop {
  /// The limits of connections to one host, and of idle connections.
  private static let (maxPerHost, maxIdle) = (8, 8)
  private static let maxWait = Duration.seconds(60)
  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private let queue: TransferQueue
  private let authorities: Authorities
  private let multi: UnsafeMutableRawPointer
  private let total = RunningTransfer.ByteCount()
  private var running: [UnsafeMutableRawPointer: RunningTransfer] = [:]

  init(_ queue: TransferQueue, trusting authorities: Authorities) {
    guard TransferLoop.isLibraryReady, let multi = curl_multi_init() else {
      preconditionFailure("No memory is left.")
    }
    (self.queue, self.authorities, self.multi) = (queue, authorities, multi)
    musicbus_curl_set_limit(multi, CURLMOPT_MAX_HOST_CONNECTIONS, TransferLoop.maxPerHost)
    musicbus_curl_set_limit(multi, CURLMOPT_MAXCONNECTS, TransferLoop.maxIdle)
  }

  deinit { curl_multi_cleanup(multi) }

  /// Returns after `stop`, which is not called before all transfers are complete.
  func run() {
    while let added = queue.takeAdded() {
      for transfer in added { begin(transfer) }
      var count: Int32 = 0
      curl_multi_perform(multi, &count)
      completeFinished()
      removeCancelled()
      completeOverdue()
      var signal = curl_waitfd(fd: queue.signal, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      curl_multi_poll(multi, &signal, 1, waitMs, nil)
    }
  }

  /// The time until the next transfer ends without the rest of its body.
  private var waitMs: Int32 {
    let ends = running.values.compactMap(\.bodyDeadline)
    let wait = ends.min().map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    return Int32(min(wait ?? TransferLoop.maxWait, TransferLoop.maxWait) / .milliseconds(1)) + 1
  }

  private func begin(_ pending: PendingTransfer) {
    guard !pending.isComplete else { return }
    guard let transfer = RunningTransfer(pending, trusting: authorities, total: total),
      curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
    else { return pending.complete(.failure(.invalidRequest)) }
    running[transfer.handle] = transfer
  }

  private func completeFinished() {
    var code = CURLE_OK
    while let handle = musicbus_curl_next_finished(multi, &code) {
      guard let transfer = remove(handle) else { continue }
      transfer.pending.complete(transfer.result(code))
    }
  }

  private func completeOverdue() {
    for (handle, transfer) in running {
      guard let end = transfer.bodyDeadline, end <= .now else { continue }
      transfer.pending.complete(.success(transfer.response))
      _ = remove(handle)
    }
  }

  private func removeCancelled() {
    for (handle, transfer) in running where transfer.pending.isComplete { _ = remove(handle) }
  }

  private func remove(_ handle: UnsafeMutableRawPointer) -> RunningTransfer? {
    curl_multi_remove_handle(multi, handle)
    return running.removeValue(forKey: handle)
  }
}
