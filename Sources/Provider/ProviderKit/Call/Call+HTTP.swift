public import BusProtocol
internal import JSON

/// What a call may ask of sources: within its time and grant, at the provider's own hosts only.
extension Call {
  /// More than any answer of a source needs.
  private static let jsonBytesMax = 8 * 1024 * 1024
  /// What fits into one message of the bus.
  private static let mediaBytesMax = WireLimits.standard.attachmentBytes

  /// The JSON object that a source answers with, within all the time that the call has unless a
  /// shorter one is given, for sources that another one can stand in for.
  ///
  /// - Throws: `NOT_FOUND` for a page that does not exist (which the bus is told as an empty
  ///   answer unless the provider knows better), `UPSTREAM_BAD_DATA` for anything that is no JSON
  ///   object and says what it is, `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`,
  ///   `GRANT_EXCEEDED`, `DEADLINE_EXCEEDED`, `CANCELLED`.
  public func record(
    _ request: HTTPRequest,
    within time: Duration? = nil
  ) async throws(Failure) -> JSONRecord {
    guard let record = try await recordIfAny(request, within: time) else {
      throw badData(request, JSONProblem.empty.description)
    }
    return record
  }

  /// The same for sources that answer with an empty body where they have nothing.
  public func recordIfAny(
    _ request: HTTPRequest,
    within time: Duration? = nil
  ) async throws(Failure) -> JSONRecord? {
    let body = try await run.client.body(
      of: request,
      for: run,
      accept: "application/json, text/javascript, */*;q=0.1",
      bytesMax: Call.jsonBytesMax,
      within: time
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

  /// The picture or sound at an address that a source told or the caller named.
  ///
  /// - Throws: `INVALID_PARAMS` where the address is at none of the provider's hosts,
  ///   `UPSTREAM_BAD_DATA` where the bytes are nothing of that kind, and as `record(_:)`.
  public func media(_ url: String, _ kind: MediaKind) async throws(Failure) -> Media {
    guard let address = WebAddress(url) else {
      throw Failure(.invalidParams, "The url is no plain http or https address.")
    }
    let request = try run.client.rules.request(for: address)
    let body = try await run.client.body(
      of: request,
      for: run,
      accept: kind.accept,
      bytesMax: Call.mediaBytesMax
    )
    guard let type = kind.type(of: body) else {
      throw badData(request, MediaKind.describe(body) + " instead of \(kind.inWords)")
    }
    return Media(bytes: body, type: type, url: request.address.description)
  }

  private func badData(_ request: HTTPRequest, _ what: String) -> Failure {
    Failure(.upstreamBadData, "\(request.upstream) answered with \(what).")
  }
}
