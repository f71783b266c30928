internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// Sends requests with URLSession, without cache, cookies and redirects.
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
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    guard let url = URL(string: request.address.description) else {
      throw .noConnection("invalid URL")
    }
    var urlRequest = URLRequest(url: url)
    if let form = request.form {
      urlRequest.httpMethod = "POST"
      urlRequest.httpBody = Data(form.utf8)
      let type = "application/x-www-form-urlencoded"
      urlRequest.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    for (name, value) in headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    // URLSession's own timeout is coarse and restarts with each packet; the exact one is below.
    urlRequest.timeoutInterval = TimeInterval(timeout.milliseconds / 1000 + 2)
    let task = session.dataTask(with: urlRequest)
    let response = PendingResponse(maxBytes: maxBytes)
    receiver.register(response, for: task)
    let timer = Task {
      try await Task.sleep(for: timeout)
      response.complete(.failure(.timedOut))
      task.cancel()
    }
    defer {
      timer.cancel()
      // On Linux, an abandoned task would block a thread of URLSession until its timeout.
      task.cancel()
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        response.onCompletion { continuation.resume(returning: $0) }
        task.resume()
      }
    } onCancel: {
      response.complete(.failure(.cancelled))
      task.cancel()
    }
    return try result.get()
  }
}

/// Passes the callbacks of URLSession to the pending response of each task.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
  private let responses = Mutex<[Int: PendingResponse]>([:])

  func register(_ response: PendingResponse, for task: URLSessionTask) {
    responses.withLock { $0[task.taskIdentifier] = response }
  }

  private func response(of task: URLSessionTask) -> PendingResponse? {
    responses.withLock { $0[task.taskIdentifier] }
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
    let isBodyNeeded = self.response(of: dataTask)?.receiveHead(response) ?? false
    completionHandler(isBodyNeeded ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if response(of: dataTask)?.receiveBody(data) != true { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let response = responses.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    response?.receiveEnd(error)
  }
}
