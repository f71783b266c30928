internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// One response as it comes in. It ends once, by whatever happens first.
final class PendingResponse: Sendable {
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
  init(_ error: any Error, hasBegun: Bool) {
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
