public import BusProtocol
import MusicModel

/// The JSON API of an upstream: how its lists are paged, and how it reports errors.
public struct JSONAPI: Sendable {
  /// The names and limits that all lists of the API share.
  public struct Paging: Hashable, Sendable {
    /// The query parameter with the position of the first element.
    public var offset: String
    /// The query parameter with the number of elements.
    public var limit = "limit"
    /// The most elements that a page may have.
    public var maxElements: Int
    /// The members of a response with the elements and the length of the whole list.
    public var elements: String
    public var total: String

    /// Returns the same paging for a list with other names.
    public func of(_ elements: String, total: String) -> Paging {
      var paging = self
      (paging.elements, paging.total) = (elements, total)
      return paging
    }

    public init(
      offset: String = "offset",
      maxElements: Int = 200,
      elements: String = "items",
      total: String = "total"
    ) {
      self.offset = offset
      self.maxElements = maxElements
      self.elements = elements
      self.total = total
    }
  }

  public let upstream: Upstream
  public let paging: Paging
  /// The path segments of all requests.
  public var root: [String] = []
  /// The token that requests carry, if the API needs one.
  public var token: AccessToken?
  /// Query parameters of all requests.
  public var query: [(String, String?)] = []
  /// Headers of all requests.
  public var headers: [String: String] = [:]
  /// The meaning of the codes of errors that are sent with status 200. Other numbers are temporary.
  public var errorCodes: [String: ErrorCode] = [:]
  /// What an empty body stands for, if the API replies with one when it finds nothing.
  public var emptyBody: JSONRecord?

  public init(
    _ upstream: Upstream,
    _ paging: Paging = Paging(),
    root: [String] = [],
    query: [(String, String?)] = [],
    errorCodes: [String: ErrorCode] = [:],
    emptyBody: JSONRecord? = nil,
    token: AccessToken? = nil
  ) {
    self.upstream = upstream
    self.paging = paging
    self.root = root
    self.query = query
    self.errorCodes = errorCodes
    self.emptyBody = emptyBody
    self.token = token
  }

  /// Fetches an object.
  public func record(
    _ call: Call,
    _ path: [String],
    _ query: [(String, String?)] = []
  ) async throws(Failure) -> JSONRecord {
    var request = upstream.request(root + path, self.query + query)
    request.headers = headers
    let response = try await token.authorizing(request, call) { request throws(Failure) in
      try await call.fetchJSON(request, emptyBody: emptyBody)
    }
    guard response.members["error"] != nil, response.members["error"] != .null else {
      return response
    }
    throw failure(in: response)
  }

  /// The minimum cool-down after such an error, which does not specify one, in milliseconds.
  ///
  /// Wikidata requests it; Deezer counts requests in a window of that length.
  private static let minCoolDownMs = 5_000

  /// Returns the failure for a response such as `{"error":{"code":4,"message":"…"}}`.
  private func failure(in response: JSONRecord) -> Failure {
    let error = response.record("error")
    let message = response.errorMessage ?? "error without message"
    let isNumber = error?.integer("code") != nil
    let known = error?.text("code").flatMap { errorCodes[$0] }
    let code = known ?? (isNumber ? .upstreamUnavailable : .upstreamBadData)
    var failure = Failure(code, "\(upstream.name): \(message).")
    if code == .upstreamRateLimited {
      failure.upstream = upstream.name
      failure.retryAfterMs = max(JSONAPI.minCoolDownMs, upstream.budget?.perMs ?? 0)
    }
    return failure
  }

  /// Fetches the requested page of a list.
  ///
  /// `member` is the member of a response that contains the page; without it, the response does.
  /// `defaults` are members that the elements do not repeat.
  /// `paging` replaces the names of the API.
  /// `maxPosition` is the position at which the upstream ends the list.
  public func list<Item>(
    _ call: Call,
    _ path: [String],
    _ query: [(String, String?)] = [],
    in member: String? = nil,
    adding defaults: [String: JSONValue] = [:],
    paging: Paging? = nil,
    upTo maxPosition: Int = .max,
    as convert: Conversion<Item>
  ) async throws(Failure) -> [Item] {
    let elements = try await elements(
      call,
      path,
      query,
      in: member,
      paging: paging,
      upTo: maxPosition
    )
    return call.convert(elements) { record throws(UnusableRecord) in
      try convert(record.adding(defaults))
    }
  }

  /// Fetches the requested page of a list, without converting its elements.
  public func elements(
    _ call: Call,
    _ path: [String],
    _ query: [(String, String?)] = [],
    in member: String? = nil,
    paging: Paging? = nil,
    upTo maxPosition: Int = .max
  ) async throws(Failure) -> [JSONValue] {
    let paging = paging ?? self.paging
    return try await call.fetchPage(of: paging.maxElements, upTo: maxPosition) {
      (offset, limit) throws(Failure) in
      let position = [(paging.offset, String(offset)), (paging.limit, String(limit))]
      let response = try await record(call, path, query + position)
      let page = member.map { response.record($0) ?? JSONRecord([:]) } ?? response
      return ListPage(try page.list(paging.elements), total: page.integer(paging.total))
    }
  }
}

extension JSONRecord {
  /// The message of a response such as `{"error":{"message":"…"}}` or, of OAuth,
  /// `{"error":"…","error_description":"…"}`, without its full stop.
  var errorMessage: String? {
    let error = record("error")
    let text =
      error?.text("message") ?? error?.text("info")
      ?? self.text("error_description") ?? self.text("error")
    return text.map { String($0.hasSuffix(".") ? $0.dropLast() : $0[...]) }
  }
}
