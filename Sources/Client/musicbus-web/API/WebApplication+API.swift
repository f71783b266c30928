import BusProtocol
import ClientKit
import HTTPServer
import Synchronization

extension WebApplication {
  /// Serves `/api/1/NAME`: the resource of a method, the stream of changes, imports, what `musicbus doctor`
  /// finds, the user's defaults, or the description.
  func api(_ name: String, _ exchange: HTTPExchange) throws(Problem) {
    switch name {
    case "events": return try events(exchange)
    case "imports": return try imports(exchange)
    case "doctor": return try checkup(exchange)
    case "defaults":
      try exchange.request.requireReading()
      var response = HTTPResponse(200, type: "application/json", defaults.bytes)
      response.add("Cache-Control", "no-store")
      return exchange.respond(response.secured)
    case "openapi.yaml":
      try exchange.request.requireReading()
      let bytes = Array(OpenAPIDocument.text.utf8)
      return exchange.respond(HTTPResponse(200, type: "application/yaml", bytes).secured)
    default: break
    }
    guard let resource = MethodResource(name) else {
      throw Problem(404, .methodUnknown, "Unknown method \"\(name.prefix(100))\".")
    }
    let call = try resource.call(exchange.request)
    let method = resource.spec.method
    if exchange.request.accepts("text/event-stream"), resource.canStream {
      return stream(call, method, exchange)
    }
    let isFile = resource.spec.isFile || resource.spec.gives.contains("media")
    let body = Mutex(ReplyBody())
    let part: @Sendable (WireMessage) -> Void = { message in
      body.withLock { $0.add(part: message.body) }
    }
    self.call(call, method, exchange, part: part) { message in
      if isFile, let file = WebApplication.file(of: message) { return file }
      let bytes = body.withLock { $0.bytes(done: message.body) }
      return HTTPResponse(200, type: "application/json", bytes)
    }
  }

  /// The attachment of a reply, with what `done` states about a chunk of an export.
  private static func file(of message: WireMessage) -> HTTPResponse? {
    guard let attachment = message.attachment else { return nil }
    let done: Done? = try? message.decodeBody()
    let file = MediaCache.File(attachment, type: done?.media?.type ?? "")
    var response = HTTPResponse(200, type: file.type, file.bytes)
    if let next = done?.next { response.add("MusicBus-Next", "\(next)") }
    if let revision = done?.revision { response.add("MusicBus-Revision", "\(revision)") }
    return response
  }

  private func events(_ exchange: HTTPExchange) throws(Problem) {
    try exchange.request.requireReading()
    let stream = HTTPStream()
    feed.add(stream)
    exchange.respond(WebApplication.response(streaming: stream))
  }

  /// Makes a call and responds with its reply, or with a problem document.
  func call(
    _ call: MethodResource.Call,
    _ method: Method,
    priority: CallQueue.Priority = .interactive,
    _ exchange: HTTPExchange,
    part: @escaping @Sendable (WireMessage) -> Void = { _ in },
    reply: @escaping @Sendable (WireMessage) -> HTTPResponse
  ) {
    let number = queue.submit(
      method,
      call.parameters,
      timeoutMs: call.timeoutMs,
      priority: priority
    ) { event in
      switch event {
      case .part(let message): part(message)
      case .done(let message):
        var response = reply(message)
        if response["Cache-Control"] == nil { response.add("Cache-Control", "no-store") }
        exchange.respond(response.secured)
      case .failed(let error): exchange.respond(Problem(error).response.secured)
      }
    }
    // A change is made even if the tab that wanted it is closed.
    if Methods[method]?.isReadOnly == true {
      exchange.onClose { [queue] in queue.cancel(number) }
    }
    // A hub that was stopped on request is started by this call; then its changes count again.
    feed.start()
  }

  /// Streams the parts of a reply as they arrive, with the bodies of the protocol.
  private func stream(_ call: MethodResource.Call, _ method: Method, _ exchange: HTTPExchange) {
    let running = Mutex<CallQueue.Number?>(nil)
    let stream = HTTPStream(onClose: { [queue] in
      if let number = running.withLock({ $0 }) { queue.cancel(number) }
    })
    var parameters = call.parameters
    parameters.stream = true
    let number = queue.submit(method, parameters, timeoutMs: call.timeoutMs) { event in
      switch event {
      case .part(let message): stream.send(ServerSentEvent("part", message.body).bytes)
      case .done(let message):
        stream.send(ServerSentEvent("done", message.body).bytes)
        stream.finish()
      case .failed(let error):
        stream.send(ServerSentEvent("error", Problem(error).bytes).bytes)
        stream.finish()
      }
    }
    running.withLock { $0 = number }
    exchange.respond(WebApplication.response(streaming: stream))
  }

  private static func response(streaming stream: HTTPStream) -> HTTPResponse {
    var response = HTTPResponse(200, type: "text/event-stream", body: .stream(stream))
    response.add("Cache-Control", "no-store")
    return response.secured
  }
}

extension HTTPRequest {
  /// Checks that the method is GET or HEAD.
  ///
  /// - Throws: ``Problem`` if it is not.
  func requireReading() throws(Problem) {
    guard method != "POST" else { throw .methodNotAllowed() }
  }
}

extension HTTPResponse {
  /// The response with the headers that every response has.
  var secured: HTTPResponse {
    var response = self
    for (name, value) in HTTPResponse.securityHeaders { response.add(name, value) }
    return response
  }

  private static let securityHeaders = [
    (
      "Content-Security-Policy",
      "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
        + "form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
  ]
}
