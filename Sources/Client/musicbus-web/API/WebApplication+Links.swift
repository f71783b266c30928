import BusProtocol
import ClientKit
import HTTPServer
import HostKit
import MusicModel

/// The pages of an album or song at all services, in Odesli's form.
extension WebApplication {
  /// `/v1-alpha.1/links?url=…`, or with `platform`, `type` and `id`; `userCountry`, and `key` or `api_key`, which
  /// may also be the first part of the path.
  func links(_ exchange: HTTPExchange) throws(Problem) {
    try exchange.request.requireReading()
    let target = exchange.request.target
    let country = (target["userCountry"] ?? defaults.country ?? ConfigurationKey.defaultCountry)
      .lowercased()
    guard country.utf8.count == 2, country.allSatisfy({ ("a"..."z").contains($0) }) else {
      return exchange.respond(WebApplication.refusal(400, "invalid_country"))
    }
    let named = target["platform"].flatMap { platform in
      LinksReply.id(platform: platform, type: target["type"] ?? "", id: target["id"] ?? "")
    }
    guard let text = named.map({ "\($0)" }) ?? target["url"].map(LinksReply.subject) else {
      return exchange.respond(WebApplication.refusal(400, "missing_url"))
    }
    find(text, country, exchange) { entity, asked, table in
      let reply = LinksReply(entity, table, asked: asked, country: country)
      guard let reply, let bytes = try? JSONCodec.encode(reply) else {
        return WebApplication.refusal(404, "could_not_resolve_entity")
      }
      return HTTPResponse(200, type: "application/json", bytes)
    }
  }

  /// Finds what an id, a URL, a bar code or an ISRC means, with the services of all providers.
  private func find(
    _ text: String,
    _ country: String,
    _ exchange: HTTPExchange,
    found: @escaping @Sendable (Entity, EntityID, ServiceTable) -> HTTPResponse
  ) {
    let steps = LinkSteps(queue: queue, exchange: exchange)
    var pasted = CallParameters()
    pasted.text = text
    steps.call(.idsFind, pasted) { done in
      guard let id = done.id, let method = id.kind.flatMap(Methods.get) else {
        return steps.end(
          .failed(Failure(.notFound, "No source recognizes \"\(text.prefix(200))\"."))
        )
      }
      var details = CallParameters()
      (details.id, details.detail, details.country) = (id, .full, country)
      steps.call(method, details) { done in
        guard let entity = done.items?.elements.first else {
          return steps.end(.failed(Failure(.notFound, "No source knows \(id).")))
        }
        steps.call(.providersList, CallParameters()) { done in
          exchange.respond(found(entity, id, ServiceTable(done.providers ?? [])).secured)
        }
      }
    }
  }

  /// A problem in Odesli's form.
  static func refusal(_ problem: Problem) -> HTTPResponse {
    var response = refusal(problem.status, problem.code.rawValue.lowercased())
    for name in ["Allow", "Retry-After", "WWW-Authenticate"] {
      if let value = problem.response[name] { response.add(name, value) }
    }
    return response
  }

  fileprivate static func refusal(_ status: Int, _ code: String) -> HTTPResponse {
    HTTPResponse(
      status,
      type: "application/json",
      Array("{\"statusCode\":\(status),\"code\":\"\(code)\"}".utf8)
    )
  }
}

/// Calls that follow each other, for one exchange.
private struct LinkSteps: Sendable {
  let queue: CallQueue
  let exchange: HTTPExchange

  private static let timeoutMs = 15_000

  func call(
    _ method: Method,
    _ parameters: CallParameters,
    then next: @escaping @Sendable (Done) -> Void
  ) {
    let number = queue.submit(method, parameters, timeoutMs: LinkSteps.timeoutMs) { event in
      switch event {
      case .part: break
      case .done(let message):
        do throws(Failure) {
          next(try message.decodeBody())
        } catch {
          end(.failed(error))
        }
      case .failed(let error): end(error)
      }
    }
    exchange.onClose { [queue] in queue.cancel(number) }
  }

  func end(_ error: ClientError) {
    let problem = Problem(error)
    let isUnknown = problem.status == 404 || problem.code == .invalidParams
    let response =
      isUnknown
      ? WebApplication.refusal(404, "could_not_resolve_entity") : WebApplication.refusal(problem)
    exchange.respond(response.secured)
  }
}
