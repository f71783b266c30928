import BusProtocol
import MusicModel
import ProviderKit

/// Makes the requests of a program: with the headers, parameters and tokens of the manifest, which the
/// program never sees.
struct LineRequester: Sendable {
  /// An upstream with what each request to it has.
  struct Service: Sendable {
    let upstream: Upstream
    /// The text for which the address of the user's own server stands: `{server}`; `nil` for other services.
    let placeholder: String?
    let headers: [String: SettingText]
    let query: [String: SettingText]
    let token: AccessToken?

    init(
      _ upstream: Upstream,
      _ declared: LineManifest.Upstream,
      among upstreams: [Upstream],
      of provider: ProviderID,
      _ configuration: ProviderConfiguration,
      sharing tokens: inout [TokenSource: AccessToken]
    ) throws(Failure) {
      self.upstream = upstream
      placeholder = declared.setting.map { "{\($0)}" }
      headers = (declared.headers ?? [:]).mapValues { SettingText($0) }
      query = (declared.query ?? [:]).mapValues { SettingText($0) }
      token = try declared.token.flatMap { token throws(Failure) in
        try Service.accessToken(token, among: upstreams, of: provider, configuration, &tokens)
      }
    }

    private static func accessToken(
      _ declared: LineManifest.Upstream.Token,
      among upstreams: [Upstream],
      of provider: ProviderID,
      _ configuration: ProviderConfiguration,
      _ tokens: inout [TokenSource: AccessToken]
    ) throws(Failure) -> AccessToken? {
      guard let client = OAuthClient(declared, configuration) else { return nil }
      guard let request = upstreams.lazy.compactMap({ $0.request(to: declared.url) }).first else {
        throw Failure(.manifestInvalid, "The token is at no upstream: \"\(declared.url)\".")
      }
      let source = TokenSource(request: request, client: client, isOfUser: declared.device != nil)
      if let known = tokens[source] { return known }
      if source.isOfUser {
        let file = configuration.signInFile.map { SignInFile(path: $0, provider: provider) }
        let store: (any SignInStore)? =
          configuration.isReplayed ? ReplayedSignIn(at: request, of: provider) : file
        tokens[source] = store.map { AccessToken(at: request, of: client, signIn: $0) }
      } else {
        tokens[source] = client.secret.map { AccessToken(at: request, id: client.id, secret: $0) }
      }
      return tokens[source]
    }
  }

  /// Where a token is from; upstreams with the same one share it.
  struct TokenSource: Hashable {
    let request: HTTPRequest
    let client: OAuthClient
    let isOfUser: Bool
  }

  private let services: [Service]
  private let configuration: ProviderConfiguration
  /// The values of the configuration that the program must not see, nor anybody else.
  private let secrets: Secrets

  init(_ services: [Service], _ configuration: ProviderConfiguration, secrets: Secrets) {
    self.services = services
    self.configuration = configuration
    self.secrets = secrets
  }

  /// Fetches what a line of the program asks for: a JSON value, or a text.
  func fetch(_ line: ProgramLine, _ call: Call) async throws(Failure) -> JSONValue {
    var request = try self.request(to: line.fetch ?? "", call)
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
      let secrets = secrets.adding(request)
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

  /// The request for a URL, which may begin with the placeholder of the user's server.
  func request(to url: String, _ call: Call) throws(Failure) -> HTTPRequest {
    try call.request(to: address(url, isLasting: true))
  }

  /// A text in which the address of the user's server stands for its placeholder, if that is its beginning.
  ///
  /// `isLasting` is whether it is another address, which only this provider understands, but also after the server
  /// has moved.
  func address(_ text: String, isLasting: Bool = false) -> String {
    for case let (placeholder?, upstream) in services.map({ ($0.placeholder, $0.upstream) })
    where text.hasPrefix(placeholder) {
      return (isLasting ? upstream.address : upstream.base.origin)
        + text.dropFirst(placeholder.count)
    }
    return text
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
          throw LineRequester.without(secrets.adding(request), error)
        }
      }
    } catch {
      // The request for the token itself may have failed.
      throw LineRequester.without(secrets, error)
    }
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
    let salt = SettingText.randomSalt()
    // Without the values that it signs, the request has no signature, and so no salt.
    let isSigned = ![service.headers, service.query].flatMap(\.values).contains { text in
      text.isSignature && text.filled(configuration, salt: salt, &request.secrets) == nil
    }
    func filled(_ texts: [String: SettingText]) -> [String: String] {
      texts.filter { isSigned || !$0.value.hasSalt }
        .compactMapValues { $0.filled(configuration, salt: salt, &request.secrets) }
    }
    let headers = filled(service.headers)
    let own = Set(headers.keys.map { $0.lowercased() })
    request.headers = request.headers.filter { !own.contains($0.key.lowercased()) }
      .merging(headers) { $1 }
    let query = filled(service.query).sorted { $0.key < $1.key }
    request.address = request.address.adding(query.map { ($0.key, $0.value) })
    return request
  }

  private func service(for request: HTTPRequest) -> Service? {
    services.first { $0.upstream.base.origin == request.address.origin }
  }
}

extension OAuthClient {
  /// The client of a token, as the user has configured it; `nil` if its id is missing.
  init?(_ declared: LineManifest.Upstream.Token, _ configuration: ProviderConfiguration) {
    func filled(_ text: String) -> String? {
      var secrets: [String: String] = [:]
      return SettingText(text).filled(configuration, salt: "", &secrets)
    }
    guard let id = filled(declared.id) else { return nil }
    self.init(id: id, secret: declared.secret.flatMap(filled))
  }
}
