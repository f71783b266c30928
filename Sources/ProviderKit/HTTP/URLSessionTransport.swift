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
    let delivery = Delivery(bytesMax: bytesMax)
    receiver.expect(delivery, by: task.taskIdentifier)
    let clock = Task {
      try await Task.sleep(for: timeout)
      delivery.end(.failure(.timedOut))
      task.cancel()
    }
    defer { clock.cancel() }
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
  private let deliveries = Mutex<[Int: Delivery]>([:])

  func expect(_ delivery: Delivery, by task: Int) {
    deliveries.withLock { $0[task] = delivery }
  }

  private func delivery(_ task: URLSessionTask) -> Delivery? {
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

/// One response as it comes in. It ends once, by whatever happens first.
private final class Delivery: Sendable {
  typealias Outcome = Result<HTTPResponse, TransportError>

  private let bytesMax: Int
  private let state = Mutex(State())

  private struct State {
    var response: HTTPResponse?
    var ended: Outcome?
    var onEnd: (@Sendable (Outcome) -> Void)?
  }

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  func onEnd(_ action: @escaping @Sendable (Outcome) -> Void) {
    let ended = state.withLock { state in
      if state.ended == nil { state.onEnd = action }
      return state.ended
    }
    if let ended { action(ended) }
  }

  func end(_ outcome: Outcome) {
    let action = state.withLock { state -> (@Sendable (Outcome) -> Void)? in
      guard state.ended == nil else { return nil }
      state.ended = outcome
      defer { state.onEnd = nil }
      return state.onEnd
    }
    action?(outcome)
  }

  /// Takes status and headers; whether the body is wanted, too.
  func begin(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      end(.failure(.notHTTP))
      return false
    }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    let begun = HTTPResponse(
      status: response.statusCode,
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first })
    )
    // The body of a refusal or redirect tells nothing; waiting for one can last for ever (401).
    guard (200..<300).contains(begun.status) else {
      end(.success(begun))
      return false
    }
    guard response.expectedContentLength <= Int64(bytesMax) else {
      end(.failure(.tooLarge(bytesMax: bytesMax)))
      return false
    }
    state.withLock { $0.response = begun }
    return true
  }

  /// Takes a piece of the body; whether more is wanted.
  func take(_ data: Data) -> Bool {
    let isWithin = state.withLock { state in
      guard state.ended == nil, let count = state.response?.body.count,
        count + data.count <= bytesMax
      else { return false }
      state.response?.body.append(contentsOf: data)
      return true
    }
    if !isWithin { end(.failure(.tooLarge(bytesMax: bytesMax))) }
    return isWithin
  }

  func complete(_ error: (any Error)?) {
    let response = state.withLock { $0.response }
    if let error {
      end(.failure(TransportError(error, hasBegun: response != nil)))
    } else {
      end(response.map { .success($0) } ?? .failure(.notHTTP))
    }
  }
}

extension TransportError {
  /// Reads what URLSession on Linux says; it knows no code for a body that ends too early.
  fileprivate init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self = .noConnection("\(error)")
      return
    }
    let text = error.userInfo[NSLocalizedDescriptionKey] as? String
    switch error.code {
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case _ where hasBegun: self = .endsInTheMiddle
    case .unsupportedURL: self = .notHTTP
    case .badServerResponse: self = .noConnection("it closed the connection without an answer")
    case .cannotFindHost: self = .noConnection("its host name is not known")
    default: self = .noConnection(text ?? "error \(error.code.rawValue)")
    }
  }
}
