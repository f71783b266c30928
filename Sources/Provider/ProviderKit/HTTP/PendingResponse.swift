internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// A response that is being received; it completes exactly once.
final class PendingResponse: Sendable {
  typealias Outcome = Result<HTTPResponse, TransportError>

  private let maxBytes: Int
  private let state = Mutex(State())

  private struct State {
    var response: HTTPResponse?
    var outcome: Outcome?
    var onCompletion: (@Sendable (Outcome) -> Void)?
  }

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  func onCompletion(_ action: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.onCompletion = action }
      return state.outcome
    }
    if let outcome { action(outcome) }
  }

  func complete(_ outcome: Outcome) {
    let action = state.withLock { state -> (@Sendable (Outcome) -> Void)? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.onCompletion = nil }
      return state.onCompletion
    }
    action?(outcome)
  }

  /// Receives status and headers.
  ///
  /// - Returns: whether to receive the body.
  func receiveHead(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      complete(.failure(.notHTTP))
      return false
    }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    let head = HTTPResponse(
      status: response.statusCode,
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first })
    )
    // The body of an error or redirect is not needed, and may never arrive (401).
    guard (200..<300).contains(head.status) else {
      complete(.success(head))
      return false
    }
    guard response.expectedContentLength <= Int64(maxBytes) else {
      complete(.failure(.tooLarge(maxBytes: maxBytes)))
      return false
    }
    state.withLock { $0.response = head }
    return true
  }

  /// Receives a chunk of the body.
  ///
  /// - Returns: whether to receive more.
  func receiveBody(_ data: Data) -> Bool {
    let isWithinLimit = state.withLock { state in
      guard state.outcome == nil, let count = state.response?.body.count,
        count + data.count <= maxBytes
      else { return false }
      state.response?.body.append(contentsOf: data)
      return true
    }
    if !isWithinLimit { complete(.failure(.tooLarge(maxBytes: maxBytes))) }
    return isWithinLimit
  }

  func receiveEnd(_ error: (any Error)?) {
    let response = state.withLock { $0.response }
    if let error {
      complete(.failure(TransportError(error, hasHead: response != nil)))
    } else {
      complete(response.map { .success($0) } ?? .failure(.notHTTP))
    }
  }
}

extension TransportError {
  /// Converts an error of URLSession on Linux, which has no code for a truncated body.
  init(_ error: any Error, hasHead: Bool) {
    guard let error = error as? URLError else {
      self = .noConnection("\(error)")
      return
    }
    let text = error.userInfo[NSLocalizedDescriptionKey] as? String
    switch error.code {
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case _ where hasHead: self = .truncated
    case .unsupportedURL: self = .notHTTP
    case .badServerResponse: self = .noConnection("it closed the connection without a response")
    case .cannotFindHost: self = .noConnection("unknown host")
    default: self = .noConnection(text ?? "error \(error.code.rawValue)")
    }
  }
}
