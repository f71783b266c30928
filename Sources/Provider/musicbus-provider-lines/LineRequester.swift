import BusProtocol
import MusicModel
import ProviderKit

/// Makes the requests of a program: with the headers, parameters and tokens of the manifest, which the
/// program never sees.
struct LineRequester: Sendable {
  /// An upstream with what each request to it has.
  struct Service: Sendable {
    let upstream: Upstream
    let headers: [String: String]
    let query: [(name: String, value: String)]
    let token: AccessToken?

    init(
      _ upstream: Upstream,
      _ declared: LineManifest.Upstream,
      among upstreams: [Upstream],
      _ configuration: ProviderConfiguration
    ) throws(Failure) {
      self.upstream = upstream
      headers = Service.filled(declared.headers, configuration)
      query = Service.filled(declared.query, configuration).sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
      token = try declared.token.flatMap { token throws(Failure) in
        guard let id = Service.filled(token.id, configuration),
          let secret = Service.filled(token.secret, configuration)
        else { return nil }
        guard let request = upstreams.lazy.compactMap({ $0.request(to: token.url) }).first else {
          throw Failure(.manifestInvalid, "The token is at no upstream: \"\(token.url)\".")
        }
        return AccessToken(at: request, id: id, secret: secret)
      }
    }

    /// The texts with the values of the configuration; those without a value are left out.
    private static func filled(
      _ texts: [String: String]?,
      _ configuration: ProviderConfiguration
    ) -> [String: String] {
      (texts ?? [:]).compactMapValues { filled($0, configuration) }
    }

    /// A text in which `{key}` is replaced by the value of the configuration, or `nil` if one is
    /// missing.
    static func filled(_ text: String, _ configuration: ProviderConfiguration) -> String? {
      var filled = ""
      var rest = text[...]
      while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
        let key = String(rest[rest.index(after: start)..<end])
        guard let value = configuration.value(key)?.asText, !value.isEmpty else { return nil }
        filled += rest[..<start] + value
        rest = rest[rest.index(after: end)...]
      }
      return filled + rest
    }
  }

  private let services: [Service]
  /// The values of the configuration that the program must not see, nor anybody else.
  private let secrets: Secrets

  init(_ services: [Service], secrets: Secrets) {
    self.services = services
    self.secrets = secrets
  }

  /// Fetches what a line of the program asks for: a JSON value, or a text.
  func fetch(_ line: ProgramLine, _ call: Call) async throws(Failure) -> JSONValue {
    var request = try call.request(to: line.fetch ?? "")
    request.headers = line.headers ?? [:]
    if let name = request.headers.keys.first(where: LineRequester.isOfConnection) {
      throw Failure(
        .invalidParams,
        "A program may not set the header \"\(name)\"; remove it from \"headers\"."
      )
    }
    request.body = line.form
    if let body = line.body {
      let isTyped = request.headers.keys.contains { $0.lowercased() == "content-type" }
      if !isTyped { request.headers["Content-Type"] = "application/json" }
      request.body = (try? JSONCodec.encode(body)).map { String(decoding: $0, as: UTF8.self) }
    }
    return try await authorizing(request, call) { request throws(Failure) in
      let secrets = secrets(of: request)
      let value: JSONValue =
        line.as == "text"
        ? .string(secrets.removed(from: try await call.fetchText(request)))
        // Some services repeat the request in the response.
        : secrets.removed(from: try await call.fetchValue(request))
      // With the members around it, the response has to fit into a line.
      let bytes = (try? JSONCodec.encode(value).count) ?? .max
      guard bytes <= LineReader.maxLineBytes - 1024 else {
        throw Failure(
          .upstreamBadData,
          "The response of \(request.upstream) has \(bytes) bytes; a line has at most 1 MiB."
        )
      }
      return value
    }
  }

  /// Sends a request with all that the manifest states for its upstream.
  func authorizing<Response>(
    _ request: HTTPRequest,
    _ call: Call,
    _ send: (HTTPRequest) async throws(Failure) -> Response
  ) async throws(Failure) -> Response {
    do throws(Failure) {
      return try await (service(for: request)?.token).authorizing(authorized(request), call) {
        request throws(Failure) in
        do throws(Failure) {
          return try await send(request)
        } catch {
          throw LineRequester.without(secrets(of: request), error)
        }
      }
    } catch {
      // The request for the token itself may have failed.
      throw LineRequester.without(secrets, error)
    }
  }

  /// What must not be seen of the response to a request: the secrets of the configuration, and its token.
  private func secrets(of request: HTTPRequest) -> Secrets {
    var secrets = secrets
    if let header = request.headers["Authorization"], service(for: request)?.token != nil {
      secrets.addToken(String(header.dropFirst("Bearer ".count)))
    }
    return secrets
  }

  private static func without(_ secrets: Secrets, _ error: Failure) -> Failure {
    var failure = error
    failure.message = secrets.removed(from: error.message)
    return failure
  }

  /// Whether a header decides where a request goes, or how it is framed. Requests carry the user's key, so that
  /// only the URL may decide where they go.
  private static func isOfConnection(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("proxy-")
      || [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade",
      ].contains(name)
  }

  /// A request with the headers and parameters that the manifest states for its upstream.
  private func authorized(_ request: HTTPRequest) -> HTTPRequest {
    guard let service = service(for: request) else { return request }
    var request = request
    let own = Set(service.headers.keys.map { $0.lowercased() })
    request.headers = request.headers.filter { !own.contains($0.key.lowercased()) }
      .merging(service.headers) { $1 }
    request.address = request.address.adding(service.query)
    return request
  }

  private func service(for request: HTTPRequest) -> Service? {
    services.first { $0.upstream.base.origin == request.address.origin }
  }
}

extension JSONValue {
  /// A value of the configuration as a header or parameter has it.
  var asText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let flag): String(flag)
    default: nil
    }
  }
}
