import BusProtocol
import ClientKit
import HTTPServer

/// A problem document (RFC 9457) with a code of the registry.
struct Problem: Error, Hashable, Sendable {
  let status: Int
  let code: ErrorCode
  /// One sentence for the user.
  let detail: String
  var retryAfterMs: Int?
  /// The methods that the resource supports, of a problem with the method.
  var allow = "GET, HEAD"
  var sources: [SourceReport]?
  /// Whether no source could be reached, as it is without a network.
  var noNetwork: Bool?

  init(_ status: Int, _ code: ErrorCode, _ detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }

  /// The problem with a method that a resource does not support.
  static func methodNotAllowed(allow: [String] = ["GET", "HEAD"]) -> Problem {
    let methods = allow.joined(separator: " or ")
    var problem = Problem(405, .invalidHeader, "The method must be \(methods).")
    problem.allow = allow.joined(separator: ", ")
    return problem
  }

  static func notFound(_ target: HTTPTarget) -> Problem {
    Problem(404, .notFound, "Unknown address \"/\(target.path.joined(separator: "/"))\".")
  }

  /// The problem that a call of the bus ended with.
  init(_ failure: Failure) {
    self.init(Problem.statuses[failure.code] ?? 500, failure.code, failure.message)
    retryAfterMs = failure.retryAfterMs
    sources = failure.sources
    noNetwork = failure.noNetwork
  }

  init(_ error: ClientError) {
    switch error {
    case .failed(let failure): self.init(failure)
    case .timedOut: self.init(504, .deadlineExceeded, error.message)
    case .protocolError: self.init(502, .protocolViolation, error.message)
    default: self.init(503, .hubStopping, "\(error.message) \(error.hint)")
    }
  }

  /// HTTP statuses of the codes in the registry; all others are 500.
  static let statuses: [ErrorCode: Int] = [
    .invalidHeader: 400, .invalidParams: 400, .manifestInvalid: 400, .duplicateCall: 400,
    .methodUnknown: 404, .notFound: 404, .notInCountry: 404, .tooLarge: 413, .cancelled: 503,
    .tokenInvalid: 401,
    .busy: 503, .noProvider: 503, .hubStopping: 503, .favoritesUnavailable: 503,
    .deadlineExceeded: 504, .notCached: 504, .sourcesFailed: 502, .providerStarting: 503,
    .providerLost: 502, .upstreamUnavailable: 502, .upstreamUnreachable: 502,
    .upstreamRateLimited: 503, .upstreamRefused: 502,
    .upstreamBadData: 502,
  ]

  /// The document as a response.
  var response: HTTPResponse {
    var response = HTTPResponse(status, type: "application/problem+json", bytes)
    if status == 401 { response.add("WWW-Authenticate", "Bearer") }
    if status == 405 { response.add("Allow", allow) }
    if let retryAfterMs { response.add("Retry-After", "\(max(1, (retryAfterMs + 999) / 1000))") }
    return response
  }

  /// The document as JSON.
  var bytes: [UInt8] { (try? JSONCodec.encode(self)) ?? Array("{}".utf8) }
}

extension Problem: Encodable {
  private enum CodingKeys: CodingKey {
    case type, title, status, detail, code, retryAfterMs, sources, noNetwork
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("urn:musicbus:error:\(code)", forKey: .type)
    let words = code.rawValue.lowercased().split(separator: "_").joined(separator: " ")
    try container.encode(words.prefix(1).uppercased() + words.dropFirst(), forKey: .title)
    try container.encode(status, forKey: .status)
    try container.encode(detail, forKey: .detail)
    try container.encode(code, forKey: .code)
    try container.encodeIfPresent(retryAfterMs, forKey: .retryAfterMs)
    try container.encodeIfPresent(sources, forKey: .sources)
    try container.encodeIfPresent(noNetwork, forKey: .noNetwork)
  }
}
