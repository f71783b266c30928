import BusProtocol
import ClientKit
import HTTPServer
import HostKit
import MusicModel

/// Routes requests: the page and its font, the API, pictures and sounds, metrics.
struct WebApplication: HTTPHandler {
  let guardian: RequestGuard
  let files: PageFiles
  let fonts = FontFiles()
  let queue: CallQueue
  let feed: ChangeFeed
  let defaults: ClientDefaults
  let jobs: ImportJobs
  let doctor: DoctorReport
  private let media = MediaCache()

  init(
    guardian: RequestGuard,
    files: PageFiles,
    queue: CallQueue,
    feed: ChangeFeed,
    defaults: ClientDefaults,
    paths: HubPaths,
    environment: Environment,
    connect: @escaping @Sendable () throws(ClientError) -> BusClient
  ) {
    self.guardian = guardian
    self.files = files
    self.queue = queue
    self.feed = feed
    self.defaults = defaults
    jobs = ImportJobs(environment, defaults, in: paths.webUploads, connect: connect)
    doctor = DoctorReport(environment)
  }

  /// The first parts of the addresses of screens; the page decides what to show.
  private static let screens: Set<String> = [
    "search", "artist", "album", "song", "top", "favorites", "files", "genre", "why", "sources",
    "settings",
  ]

  /// The names of the feeds of new albums.
  static let feeds: Set<String> = ["new.atom", "new.ics"]

  func check(_ request: HTTPRequest) -> HTTPResponse? {
    guardian.problem(of: request).map { response($0, to: request) }
  }

  /// A problem in the form that the clients of a resource read.
  private func response(_ problem: Problem, to request: HTTPRequest) -> HTTPResponse {
    (request.isForLinks ? WebApplication.refusal(problem) : problem.response).secured
  }

  func trusts(_ request: HTTPRequest) -> Bool { guardian.isAuthenticated(request) }

  func errorResponse(_ status: Int) -> HTTPResponse {
    let problem =
      switch status {
      case 413: Problem(413, .tooLarge, "The request is too large.")
      case 414: Problem(414, .tooLarge, "The address is too long.")
      case 431: Problem(431, .tooLarge, "The headers are too large.")
      case 503: Problem(503, .hubStopping, "The server is stopping.")
      default: Problem(status, .invalidHeader, "Invalid request.")
      }
    return problem.response.secured
  }

  func handle(_ exchange: HTTPExchange) {
    let request = exchange.request
    let path = request.target.path
    do throws(Problem) {
      if let problem = guardian.problem(ofBody: request) { throw problem }
      switch (path.first, path.count) {
      case (nil, _): page(exchange)
      case ("page", 2...): try file(path.dropFirst().joined(separator: "/"), exchange)
      case ("fonts", 2): try serve(fonts[path[1]], cached: "public, max-age=2592000", exchange)
      case ("proof", 1): try proof(exchange)
      case ("metrics", 1): try metrics(exchange)
      case (let name?, 1) where WebApplication.feeds.contains(name): try feed(name, exchange)
      case ("artwork", 2): try picture(path[1], exchange)
      case ("preview", 2): try preview(path[1], exchange)
      case ("stream", 2): try song(path[1], exchange)
      case (_, 2...3) where request.isForLinks: try links(exchange)
      case ("api", 3) where path[1] == "1": try api(path[2], exchange)
      case (let first?, _) where WebApplication.screens.contains(first): page(exchange)
      default: try notFound(exchange)
      }
    } catch {
      exchange.respond(response(error, to: request))
    }
  }
}

extension WebApplication {
  private func page(_ exchange: HTTPExchange) {
    do throws(Problem) {
      try file("index.html", exchange)
    } catch {
      exchange.respond(error.response.secured)
    }
  }

  /// Responds to an unknown address: a browser gets the page, which says so.
  private func notFound(_ exchange: HTTPExchange) throws(Problem) {
    let request = exchange.request
    guard request.method != "POST", request["accept"]?.contains("text/html") == true,
      let page = files["index.html"]
    else { throw .notFound(request.target) }
    var response = HTTPResponse(404, type: page.type, page.bytes)
    response.add("Cache-Control", "no-store")
    exchange.respond(response.secured)
  }

  private func file(_ name: String, _ exchange: HTTPExchange) throws(Problem) {
    try serve(files[name], cached: "no-cache", exchange)
  }

  private func serve(
    _ file: PageFiles.File?,
    cached: String,
    _ exchange: HTTPExchange
  ) throws(Problem) {
    guard let file else { throw .notFound(exchange.request.target) }
    var response = HTTPResponse.file(
      file.bytes,
      type: file.type,
      etag: file.etag,
      for: exchange.request
    )
    response.add("Cache-Control", cached)
    exchange.respond(response.secured)
  }

  /// Proves that this server knows the token, to a page that sends it nothing before.
  private func proof(_ exchange: HTTPExchange) throws(Problem) {
    guard let nonce = exchange.request.target["nonce"], (16...128).contains(nonce.utf8.count) else {
      throw Problem(400, .invalidParams, "\"nonce\" must have 16 to 128 bytes.")
    }
    guard let signature = guardian.token.signature(of: .proof(nonce: nonce)) else {
      throw Problem(500, .internalError, "Could not sign the nonce.")
    }
    var response = HTTPResponse(200, type: "text/plain", Array(signature.utf8))
    response.add("Cache-Control", "no-store")
    exchange.respond(response.secured)
  }

  private func metrics(_ exchange: HTTPExchange) throws(Problem) {
    try exchange.request.requireReading()
    call(.init(parameters: CallParameters(), timeoutMs: 5000), .hubMetrics, exchange) { message in
      let done: Done? = try? message.decodeBody()
      let lines = PrometheusText(done?.metrics ?? []).lines.map { $0 + "\n" }.joined()
      return HTTPResponse(200, type: "text/plain; version=0.0.4", Array(lines.utf8))
    }
  }

  private func picture(_ id: String, _ exchange: HTTPExchange) throws(Problem) {
    try media(id, .artworkGet, maxAgeSeconds: 86_400, exchange)
  }

  private func preview(_ id: String, _ exchange: HTTPExchange) throws(Problem) {
    try media(id, .previewGet, maxAgeSeconds: 3600, exchange)
  }

  /// Serves a song of the user, or a range of it.
  private func song(_ id: String, _ exchange: HTTPExchange) throws(Problem) {
    let request = exchange.request
    try request.requireReading()
    let target = WebApplication.target(of: id, request)
    let method = Method.streamGet
    guard let call = try MethodResource(method.rawValue)?.call(HTTPRequest("GET", target)) else {
      return
    }
    let transfer = SongTransfer(request, call, queue)
    self.call(transfer.first, method, exchange, reply: transfer.response)
  }

  /// The target of a request for a file as the resource of its method reads it.
  private static func target(of id: String, _ request: HTTPRequest) -> HTTPTarget {
    let others = request.target.query.filter { $0.name != RequestGuard.signatureName }
    return HTTPTarget(path: request.target.path, query: [HTTPTarget.Item("id", id)] + others)
  }

  /// The time limit of a picture in milliseconds; the page waits no longer (`pictureloads.js`).
  private static let pictureMs = 8_000

  /// Serves a picture or a sound, a range of it, or "not modified".
  private func media(
    _ id: String,
    _ method: Method,
    maxAgeSeconds: Int,
    _ exchange: HTTPExchange
  ) throws(Problem) {
    let request = exchange.request
    try request.requireReading()
    let target = WebApplication.target(of: id, request)
    guard var call = try MethodResource(method.rawValue)?.call(HTTPRequest("GET", target)) else {
      return
    }
    if method == .artworkGet { call.timeoutMs = min(call.timeoutMs, WebApplication.pictureMs) }
    let key = "\(method) \(target.query.map { "\($0.name)=\($0.value)" }.sorted())"
    @Sendable func response(_ file: MediaCache.File) -> HTTPResponse {
      var response = HTTPResponse.file(file.bytes, type: file.type, etag: file.etag, for: request)
      response.add("Cache-Control", "private, max-age=\(maxAgeSeconds)")
      return response
    }
    if let file = media.file(key) { return exchange.respond(response(file).secured) }
    self.call(call, method, priority: .background, exchange) { [media] message in
      let done: Done? = try? message.decodeBody()
      guard let bytes = message.attachment, !bytes.isEmpty else {
        return Problem(502, .upstreamBadData, "The reply contains no file.").response
      }
      let file = MediaCache.File(bytes, type: done?.media?.type ?? "")
      media.store(file, key)
      return response(file)
    }
  }
}
