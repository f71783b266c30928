import BusProtocol
import HTTPServer

/// Decides which requests are served: only from this machine, from the page itself, with the token.
struct RequestGuard: Sendable {
  let token: AccessToken
  /// The token in the addresses of the feeds, which allows nothing else.
  let feedToken: AccessToken
  let port: UInt16

  /// Cookies ignore ports, so the name contains it.
  var cookieName: String { "musicbus-\(port)" }

  /// The problem with a request; `nil` if it may be served.
  func problem(of request: HTTPRequest) -> Problem? {
    let host = request["host"] ?? ""
    guard isAllowed(host) else {
      return Problem(421, .invalidHeader, "\"\(host.prefix(100))\" is not a name of this server.")
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return .methodNotAllowed(allow: methods(of: request.target.path))
    }
    if let origin = request["origin"], origin != "http://\(host)" {
      return Problem(403, .invalidHeader, "Requests from other origins are not served.")
    }
    let isPrivate =
      ["api", "artwork", "preview", "metrics", "session"]
      .contains(request.target.path.first) || isFeed(request)
    guard isPrivate else { return request.method == "POST" ? .methodNotAllowed() : nil }
    let site = request["sec-fetch-site"] ?? "same-origin"
    guard ["same-origin", "none"].contains(site) else {
      return Problem(403, .invalidHeader, "Requests from other sites are not served.")
    }
    return problem(ofPrivate: request)
  }

  /// The methods that the resource at a path supports.
  private func methods(of path: [String]) -> [String] {
    let reading = ["GET", "HEAD"]
    if path == ["session"] { return reading + ["POST"] }
    let isCall = path.count == 3 && path.starts(with: ["api", "1"])
    return isCall ? MethodResource(path[2])?.allowedMethods ?? reading : reading
  }

  private func problem(ofPrivate request: HTTPRequest) -> Problem? {
    let hasBearer = bearer(of: request).map(token.matches) ?? false
    let hasCookie = request.cookie(cookieName).map(token.matches) ?? false
    let isSigningIn = request.target.path == ["session"] && request.method == "POST"
    guard hasBearer || (hasCookie && !isSigningIn) || hasFeedToken(request) else {
      return Problem(401, .tokenInvalid, "Sign in with the address that \"musicbus web\" prints.")
    }
    guard request.method == "POST" else { return nil }
    let type = (request["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
    guard type == "application/json" else {
      return Problem(415, .invalidHeader, "The content type must be application/json.")
    }
    // A browser states the origin of each request that changes something.
    let isSameOrigin = request["sec-fetch-site"] == "same-origin" || request["origin"] != nil
    guard hasBearer || isSameOrigin else {
      return Problem(403, .invalidHeader, "The request does not state its origin.")
    }
    return nil
  }

  private func isFeed(_ request: HTTPRequest) -> Bool {
    WebApplication.feeds.contains { request.target.path == [$0] }
  }

  /// Feed readers send no header, so the address of a feed contains its token.
  private func hasFeedToken(_ request: HTTPRequest) -> Bool {
    isFeed(request) && request.method != "POST"
      && request.target["token"].map(feedToken.matches) ?? false
  }

  private func isAllowed(_ host: String) -> Bool {
    ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"].contains(host.lowercased())
  }

  private func bearer(of request: HTTPRequest) -> String? {
    guard let text = request["authorization"], text.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return text.dropFirst("bearer ".count).trimmed
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }.prefix { $0 != " " }) }
}
