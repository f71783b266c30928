public import BusProtocol
internal import JSON

/// HTTP requests of a call, limited to its deadline, its grant and the provider's hosts.
extension Call {
  /// A limit that no JSON response of a known service reaches.
  private static let maxJSONBytes = 8 * 1024 * 1024
  /// The size that fits into one bus message.
  private static let maxMediaBytes = WireLimits.standard.attachmentBytes

  /// Fetches a JSON object.
  ///
  /// `timeout` is a limit below the deadline of the call, for requests that another
  /// upstream can replace.
  ///
  /// - Throws: `NOT_FOUND` if the page does not exist (sent to the hub as an empty reply unless
  ///   you handle it), `UPSTREAM_BAD_DATA` if the body is not a JSON object,
  ///   `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `GRANT_EXCEEDED`, `DEADLINE_EXCEEDED`,
  ///   `CANCELLED`.
  public func fetchJSON(
    _ request: HTTPRequest,
    timeout: Duration? = nil
  ) async throws(Failure) -> JSONRecord {
    guard let record = try await fetchJSONIfPresent(request, timeout: timeout) else {
      throw badData(request, JSONProblem.empty.description)
    }
    return record
  }

  /// Fetches a JSON object from a service that returns an empty body if it found nothing.
  ///
  /// - Returns: `nil` if the body is empty.
  public func fetchJSONIfPresent(
    _ request: HTTPRequest,
    timeout: Duration? = nil
  ) async throws(Failure) -> JSONRecord? {
    let body = try await context.client.fetchBody(
      of: request,
      in: context,
      accept: "application/json, text/javascript, */*;q=0.1",
      maxBytes: Call.maxJSONBytes,
      timeout: timeout
    )
    do throws(JSONProblem) {
      guard let record = JSONRecord(try JSONValue(foreign: body)) else {
        throw .notJSONObject
      }
      return record
    } catch .empty {
      return nil
    } catch {
      throw badData(request, error.description)
    }
  }

  /// Fetches an image or audio file from a URL given by the upstream or the caller.
  ///
  /// - Throws: `INVALID_PARAMS` if the URL is not on one of the provider's hosts,
  ///   `UPSTREAM_BAD_DATA` if the bytes are not of that kind, and the errors of
  ///   ``fetchJSON(_:timeout:)``.
  public func fetchMedia(_ kind: MediaKind, at url: String) async throws(Failure) -> Media {
    guard let address = WebAddress(url) else {
      throw Failure(.invalidParams, "Invalid \"url\"; expected a plain http or https URL.")
    }
    let request = try context.client.hostRules.request(for: address)
    let body = try await context.client.fetchBody(
      of: request,
      in: context,
      accept: kind.accept,
      maxBytes: Call.maxMediaBytes
    )
    guard let type = kind.type(of: body) else {
      throw badData(request, "\(MediaKind.describe(body)) instead of \(kind.description)")
    }
    return Media(bytes: body, type: type, url: request.address.description)
  }

  /// Fetches a resized copy of an image, or the original if the copy does not exist.
  public func fetchImage(at url: String, original: String) async throws(Failure) -> Media {
    do throws(Failure) {
      return try await fetchMedia(.image, at: url)
    } catch {
      guard error.code == .notFound, url != original else { throw error }
      return try await fetchMedia(.image, at: original)
    }
  }

  private func badData(_ request: HTTPRequest, _ what: String) -> Failure {
    Failure(.upstreamBadData, "\(request.upstream) returned \(what).")
  }
}
