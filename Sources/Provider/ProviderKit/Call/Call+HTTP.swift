public import BusProtocol
internal import JSON

/// HTTP requests of a call, limited to its deadline, its grant and the provider's hosts.
extension Call {
  /// A limit that no JSON response of a known service reaches.
  private static let maxJSONBytes = 8 * 1024 * 1024
  /// The size that fits into one bus message.
  static let maxMediaBytes = WireLimits.standard.attachmentBytes

  /// Fetches a JSON object.
  ///
  /// `timeout` is a limit below the deadline of the call, for requests that another
  /// upstream can replace. `emptyBody` is what a service without a result replies with, if it sends
  /// an empty body.
  ///
  /// - Throws: `NOT_FOUND` if the page does not exist (sent to the hub as an empty reply unless
  ///   you handle it), `UPSTREAM_BAD_DATA` if the body is not a JSON object,
  ///   `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `GRANT_EXCEEDED`, `DEADLINE_EXCEEDED`,
  ///   `CANCELLED`.
  public func fetchJSON(
    _ request: HTTPRequest,
    timeout: Duration? = nil,
    emptyBody: JSONRecord? = nil
  ) async throws(Failure) -> JSONRecord {
    let empty = emptyBody.map { JSONValue.object($0.members) }
    let value = try await fetchValue(request, timeout: timeout, emptyBody: empty)
    guard let record = JSONRecord(value) else {
      throw badData(request, JSONProblem.notJSONObject.description)
    }
    return record
  }

  /// Fetches any JSON value, such as a list.
  ///
  /// The parameters and errors are those of ``fetchJSON(_:timeout:emptyBody:)``.
  public func fetchValue(
    _ request: HTTPRequest,
    timeout: Duration? = nil,
    emptyBody: JSONValue? = nil
  ) async throws(Failure) -> JSONValue {
    let accept = "application/json, text/javascript, */*;q=0.1"
    let body = try await fetchBytes(request, accept: accept, timeout: timeout)
    do throws(JSONProblem) {
      return try JSONValue(foreign: body)
    } catch {
      if case .empty = error, let emptyBody { return emptyBody }
      throw badData(request, error.description)
    }
  }

  /// Fetches a text in UTF-8; invalid bytes are replaced.
  ///
  /// - Throws: the errors of ``fetchBytes(_:accept:timeout:)``.
  public func fetchText(_ request: HTTPRequest) async throws(Failure) -> String {
    String(decoding: try await fetchBytes(request, accept: "text/*, */*;q=0.5"), as: UTF8.self)
  }

  /// Fetches the body of a resource, up to 8 MB.
  ///
  /// `accept` is the header `Accept`, and `timeout` a limit below the deadline of the call.
  ///
  /// - Throws: the errors of ``fetchJSON(_:timeout:emptyBody:)``, except for those of JSON.
  public func fetchBytes(
    _ request: HTTPRequest,
    accept: String = "*/*",
    timeout: Duration? = nil
  ) async throws(Failure) -> [UInt8] {
    try await context.client.fetch(
      request,
      in: context,
      accept: accept,
      maxBytes: Call.maxJSONBytes,
      timeout: timeout
    ).body
  }

  /// Returns the request for a URL at one of the provider's upstreams or hosts.
  ///
  /// A URL at the original address of an upstream is one at the address that the configuration
  /// replaces it with.
  ///
  /// - Throws: `INVALID_PARAMS` if the URL is invalid, or on another host.
  public func request(to url: String) throws(Failure) -> HTTPRequest {
    let rules = context.client.hostRules
    if let request = rules.upstreams.lazy.compactMap({ $0.request(to: url) }).first {
      return request
    }
    guard let address = WebAddress(url) else {
      throw Failure(.invalidParams, "Invalid URL \"\(url)\"; expected a plain http or https URL.")
    }
    return try rules.request(for: address)
  }

  /// How files are requested that need more than their URL, such as a key.
  package struct FileAccess {
    /// Sends a request with all that it needs.
    package typealias Sending = (HTTPRequest) async throws(Failure) -> HTTPResponse

    /// Returns the request for a URL, without secrets: its address is told to others.
    package var request: (_ url: String) throws(Failure) -> HTTPRequest
    /// Adds the secrets to a request, and sends it.
    package var authorizing: (HTTPRequest, Sending) async throws(Failure) -> HTTPResponse

    package init(
      request: @escaping (_ url: String) throws(Failure) -> HTTPRequest,
      authorizing: @escaping (HTTPRequest, Sending) async throws(Failure) -> HTTPResponse
    ) {
      (self.request, self.authorizing) = (request, authorizing)
    }
  }

  /// Fetches an image or audio file from a URL given by the upstream or the caller.
  ///
  /// - Throws: `INVALID_PARAMS` if the URL is not on one of the provider's hosts,
  ///   `UPSTREAM_BAD_DATA` if the bytes are not of that kind, and the errors of
  ///   ``fetchJSON(_:timeout:emptyBody:)``.
  func fetchMedia(
    _ kind: MediaKind,
    at url: String,
    by access: FileAccess? = nil
  ) async throws(Failure) -> Media {
    let access = access ?? plainAccess
    let request = try access.request(url)
    let body = try await access.authorizing(request) { request throws(Failure) in
      try await context.client.fetch(
        request,
        in: context,
        accept: kind.accept,
        maxBytes: Call.maxMediaBytes
      )
    }.body
    guard let type = kind.type(of: body) else {
      throw badData(request, "\(MediaKind.describe(body)) instead of \(kind.description)")
    }
    return Media(bytes: body, type: type, url: request.address.description)
  }

  /// A file is at one of the provider's hosts, and needs nothing but its URL.
  private var plainAccess: FileAccess {
    FileAccess(request: fileRequest) { request, send throws(Failure) in try await send(request) }
  }

  private func fileRequest(_ url: String) throws(Failure) -> HTTPRequest {
    guard let address = WebAddress(url) else {
      throw Failure(.invalidParams, "Invalid \"url\"; expected a plain http or https URL.")
    }
    return try context.client.hostRules.request(for: address)
  }

  /// Fetches the picture at the URL of the call, or the one of an entity that suits the size.
  ///
  /// `artwork` returns the pictures of the entity; it is called only without a URL. `sized` returns
  /// the URL of a copy, if the source names copies by a rule. The original replaces a missing copy, and
  /// another picture of the entity a missing original.
  package func fetchArtwork(
    sized: ((_ url: String, _ size: Int?) -> String)? = nil,
    by access: FileAccess? = nil,
    _ artwork: () async throws -> [Artwork]?
  ) async throws -> Media? {
    let given = parameters.url.map { [Artwork(url: $0, role: .cover)] }
    let pictures = if let given { given } else { try await artwork() ?? [] }
    guard let largest = pictures.first else { return nil }
    let suitable = parameters.size.flatMap { size in
      pictures.last { $0.role == largest.role && ($0.width ?? 0) >= size }
    }
    let best = sized?(largest.url, parameters.size) ?? (suitable ?? largest).url
    let urls = [best] + pictures.map(\.url).filter { $0 != best }
    return try await fetchFirst(.image, of: urls, access)
  }

  /// Fetches the first file that exists.
  private func fetchFirst(
    _ kind: MediaKind,
    of urls: [String],
    _ access: FileAccess?
  ) async throws(Failure) -> Media {
    var missing: Failure?
    for url in urls {
      do throws(Failure) {
        return try await fetchMedia(kind, at: url, by: access)
      } catch {
        guard error.code == .notFound || missing != nil else { throw error }
        missing = missing ?? error
        if error.code != .notFound { break }
      }
    }
    throw missing ?? Failure(.notFound, "There is no such file.")
  }

  /// Fetches the preview at the URL of the call, or that of the song.
  ///
  /// URLs of previews may expire; `currentURLs` returns those that the song has now, the best first.
  package func fetchPreview(
    by access: FileAccess? = nil,
    _ currentURLs: () async throws -> [String]
  ) async throws -> Media? {
    var expired: Failure?
    if let url = parameters.url {
      do throws(Failure) {
        return try await fetchMedia(.audio, at: url, by: access)
      } catch {
        let isExpired = error.code == .notFound || error.code == .upstreamRateLimited
        guard isExpired, parameters.id != nil else { throw error }
        expired = error
      }
    }
    let urls = try await currentURLs()
    if let expired, urls == [parameters.url] { throw expired }
    return urls.isEmpty ? nil : try await fetchFirst(.audio, of: urls, access)
  }

  func badData(_ request: HTTPRequest, _ what: String) -> Failure {
    Failure(.upstreamBadData, "\(request.upstream) returned \(what).")
  }
}
