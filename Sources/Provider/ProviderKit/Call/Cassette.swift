internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
internal import MusicModel
internal import Synchronization

/// A file with calls, the requests that they made, and their replies, as JSON lines without secrets.
///
/// With `MUSICBUS_RECORD=PATH`, a provider writes one. With `MUSICBUS_REPLAY=PATH`, it takes all responses
/// from one, and uses no network.
enum Cassette {
  /// The version of the format, in the first line.
  static let version = 1

  static let replayVariable = "MUSICBUS_REPLAY"

  /// The maximum size of a file that is played.
  static let maxBytes = 256 << 20

  /// The first line.
  struct Header: Codable {
    var cassette: Int
    var provider: ProviderID
    var version: String
    /// Its section of the configuration, with ``Secrets/placeholder(_:)`` for each secret.
    var config: JSONValue
    /// The variables that replaced the addresses of its sources.
    var environment: [String: String]
  }

  /// A request, with its response or the reason why there was none.
  struct Exchange: Codable {
    /// The method and the URL: `GET https://api.example.org/artists/1`.
    var request: String
    var body: String?
    var status: Int?
    var headers: [String: String]?
    /// The body of the response: one of these.
    var json: JSONValue?
    var text: String?
    var base64: String?
    var failure: String?
  }

  /// A call, after its requests.
  struct RecordedCall: Codable {
    var call: Method
    var params: CallParameters
    var items: [Entity]?
    var media: RecordedMedia?
    var collection: [CollectionReport]?
    var next: ListPosition?
    var notes: [String]?
    var skipped: [String: Int]?
    var error: Failure?
  }

  /// A file, without its bytes.
  struct RecordedMedia: Codable {
    var type: String
    var url: String?
    var bytes: Int
  }

  /// Of a response, only the headers that a replay needs.
  static let headers: Set<String> = ["content-range", "content-type", "location", "retry-after"]

  /// The error of the last system call on a file.
  fileprivate static func unusable(_ file: String) -> Failure {
    Failure(.configurationInvalid, "\(file): \(String(cString: strerror(errno)))")
  }

  /// The transport of a provider: through a cassette if the environment names one.
  ///
  /// - Throws: `CONFIGURATION_INVALID` if the cassette cannot be used.
  static func transport(
    _ descriptor: Descriptor,
    config: JSONValue,
    _ environment: [String: String]
  ) throws(Failure) -> any HTTPTransport {
    let isTraced = environment[TracedTransport.variable] == "1"
    func traced(_ transport: any HTTPTransport) -> any HTTPTransport {
      isTraced
        ? TracedTransport(transport, secrets: Secrets(config, schema: descriptor.configSchema))
        : transport
    }
    do {
      if let path = environment[replayVariable], !path.isEmpty {
        return traced(try CassettePlayer(path))
      }
      let real = traced(CurlTransport(environment))
      guard let path = environment["MUSICBUS_RECORD"], !path.isEmpty else { return real }
      return try CassetteRecorder(path, descriptor, config, environment, real)
    } catch {
      let reason = (error as? Failure)?.message ?? "\(error)"
      throw Failure(.configurationInvalid, "The cassette cannot be used: \(reason)")
    }
  }
}

/// Sends requests, and writes them down with their responses.
final class CassetteRecorder: HTTPTransport {
  private let transport: any HTTPTransport
  private let file: CInt
  private let secrets: Mutex<Secrets>

  /// Continues the file at `path` if there is one.
  init(
    _ path: String,
    _ descriptor: Descriptor,
    _ config: JSONValue,
    _ environment: [String: String],
    _ transport: any HTTPTransport
  ) throws {
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Cassette.unusable(path) }
    let secrets = Secrets(config, schema: descriptor.configSchema)
    self.secrets = Mutex(secrets)
    self.transport = transport
    guard lseek(file, 0, SEEK_END) == 0 else { return }
    try write(
      Cassette.Header(
        cassette: Cassette.version,
        provider: descriptor.id,
        version: descriptor.version,
        config: config,
        environment: environment.filter {
          $0.key.hasPrefix("MUSICBUS_") && $0.key.hasSuffix("_URL")
        }
      )
    )
  }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    var exchange = Cassette.Exchange(request: Cassette.name(of: request), body: request.body)
    secrets.withLock { $0.addTokens(of: request) }
    do throws(TransportError) {
      let response = try await transport.send(
        request,
        headers: headers,
        timeout: timeout,
        maxBytes: maxBytes
      )
      secrets.withLock { exchange.record(response, to: request, without: &$0) }
      try? write(exchange, of: request)
      return response
    } catch {
      exchange.failure = error.reason
      try? write(exchange, of: request)
      throw error
    }
  }

  deinit { close(file) }

  /// Writes down a call after its requests.
  func record(_ call: Cassette.RecordedCall) { try? write(call) }

  /// Writes a line, which may be that of a request with secrets of its own.
  private func write(_ line: some Encodable, of request: HTTPRequest? = nil) throws {
    let value = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(line))
    let secrets = secrets.withLock { secrets in request.map { secrets.adding($0) } ?? secrets }
    let hidden = try JSONCodec.encode(secrets.removed(from: value))
    let text = String(decoding: hidden, as: UTF8.self) + "\n"
    guard StandardStreams.write(text, to: file) else { throw Cassette.unusable("The file") }
  }
}

/// Returns the responses of a cassette.
final class CassettePlayer: HTTPTransport {
  /// By request and posted text, those that were not returned yet; the last one stays.
  private let responses: Mutex<[String: [Cassette.Exchange]]>

  init(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Cassette.unusable(path) }
    guard status.st_size <= Cassette.maxBytes else {
      let most = Cassette.maxBytes >> 20
      throw Failure(
        .configurationInvalid,
        "\(path) has \(status.st_size >> 20) MiB; the maximum is \(most) MiB."
      )
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Cassette.unusable(path)
    }
    var responses: [String: [Cassette.Exchange]] = [:]
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let value = try JSONCodec.decode(JSONValue.self, from: [UInt8](line))
      guard value["request"] != nil else { continue }
      let exchange = try JSONCodec.decode(Cassette.Exchange.self, from: [UInt8](line))
      responses[exchange.key, default: []].append(exchange)
    }
    self.responses = Mutex(responses)
  }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    let wanted = Cassette.Exchange(request: Cassette.name(of: request), body: request.body)
    let found = responses.withLock { responses -> Cassette.Exchange? in
      guard let first = responses[wanted.key]?.first else { return nil }
      if responses[wanted.key]?.count ?? 0 > 1 { responses[wanted.key]?.removeFirst() }
      return first
    }
    guard let found else {
      throw .noConnection("the cassette does not contain \(wanted.request)")
    }
    guard let response = found.response else {
      throw .noConnection(found.failure ?? "no response")
    }
    guard response.body.count <= maxBytes else { throw .tooLarge(maxBytes: maxBytes) }
    return response
  }
}

extension Cassette {
  /// The method and the URL, in which no secret stands that was made for this request: the next one has others.
  static func name(of request: HTTPRequest) -> String {
    let address = Secrets([:]).adding(request).removed(from: request.address.description)
    return "\(request.body == nil ? "GET" : "POST") \(address)"
  }
}

extension Cassette.RecordedCall {
  init(
    _ method: Method,
    _ parameters: CallParameters,
    _ streamed: [Entity],
    _ completion: CallExecutor.Completion
  ) {
    (call, params) = (method, parameters)
    params.grant = nil
    let summary = completion.summary
    next = summary.next
    notes = summary.notes.isEmpty ? nil : summary.notes
    skipped = summary.skipped.isEmpty ? nil : summary.skipped
    switch completion.result {
    case .success(let reply):
      items = streamed + reply.items
      collection = reply.collection.map { [$0] }
      media = reply.media.map { .init(type: $0.type, url: $0.url, bytes: $0.bytes.count) }
    case .failure(let failure):
      items = streamed.isEmpty ? nil : streamed
      error = failure
    }
  }
}

extension Cassette.Exchange {
  fileprivate var key: String { request + "\n" + (body ?? "") }

  /// `secrets` gets the tokens of the response.
  fileprivate mutating func record(
    _ response: HTTPResponse,
    to request: HTTPRequest,
    without secrets: inout Secrets
  ) {
    status = response.status
    let kept = response.headers.filter { Cassette.headers.contains($0.key) }
    headers = kept.isEmpty ? nil : kept
    let isJSON = kept["content-type"]?.contains("json") ?? true
    if isJSON, let value = try? JSONCodec.decode(JSONValue.self, from: response.body) {
      json = value
      secrets.addTokens(of: value)
    } else if let text = String(validating: response.body, as: UTF8.self) {
      self.text = text
    } else {
      // Encoded, a secret would not be found in the line.
      let body = secrets.adding(request).removed(from: response.body) ?? response.body
      base64 = Data(body).base64EncodedString()
    }
  }

  fileprivate var response: HTTPResponse? {
    guard let status else { return nil }
    var bytes = Array((text ?? "").utf8)
    if let json { bytes = (try? JSONCodec.encode(json)) ?? [] }
    if let base64 { bytes = [UInt8](Data(base64Encoded: base64) ?? Data()) }
    return HTTPResponse(status: status, headers: headers ?? [:], body: bytes)
  }
}
