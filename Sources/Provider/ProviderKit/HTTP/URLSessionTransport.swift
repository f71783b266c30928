internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// HTTP by URLSession: no cache, no cookies, redirects left to the caller, bodies bounded while
/// they come, compression undone by the system.
final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let receiver = Receiver()

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = 8
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    bytesMax: Int
  ) async throws(TransportError) -> HTTPResponse {
    guard let url = URL(string: request.address.description) else {
      throw .noConnection("its address is none")
    }
    var urlRequest = URLRequest(url: url)
    for (name, value) in headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    // URLSession counts in whole seconds and only silence: the exact clock is our own, below.
    urlRequest.timeoutInterval = TimeInterval(timeout.milliseconds / 1000 + 2)
    let task = session.dataTask(with: urlRequest)
    let delivery = PendingResponse(bytesMax: bytesMax)
    receiver.expect(delivery, by: task.taskIdentifier)
    let clock = Task {
      try await Task.sleep(for: timeout)
      delivery.end(.failure(.timedOut))
      task.cancel()
    }
    defer {
      clock.cancel()
      // What was given up before its end would go on until its time-out, busily: on Linux a
      // connection without an answer keeps a thread of URLSession awake.
      task.cancel()
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delivery.onEnd { continuation.resume(returning: $0) }
        task.resume()
      }
    } onCancel: {
      delivery.end(.failure(.cancelled))
      task.cancel()
    }
    return try result.get()
  }
}

/// The callbacks of URLSession, handed to the delivery of their task.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
  private let deliveries = Mutex<[Int: PendingResponse]>([:])

  func expect(_ delivery: PendingResponse, by task: Int) {
    deliveries.withLock { $0[task] = delivery }
  }

  private func delivery(_ task: URLSessionTask) -> PendingResponse? {
    deliveries.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isWanted = delivery(dataTask)?.begin(response) ?? false
    completionHandler(isWanted ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if delivery(dataTask)?.take(data) != true { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let delivery = deliveries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    delivery?.complete(error)
  }
}
