import BusProtocol
import HTTPServer

/// Decides which requests are served: only from this machine, from the page itself or with the token.
struct RequestGuard: Sendable {
  /// The token of this start of the server.
  let token: AccessToken
  /// The token in the addresses of the feeds, and the key of links for other programs.
  let feedToken: AccessToken
  let port: UInt16

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
      ["api", "artwork", "preview", "stream", "metrics"].contains(request.target.path.first)
      || isFeed(request) || request.isForLinks
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
    guard path.count == 3, path.starts(with: ["api", "1"]) else { return reading }
    return path[2] == "imports"
      ? reading + ["POST"] : MethodResource(path[2])?.allowedMethods ?? reading
  }

  /// The problem with a body that is not the one that was signed.
  func problem(ofBody request: HTTPRequest) -> Problem? {
    guard let digest = request["content-digest"], digest != AccessToken.digest(of: request.body)
    else { return nil }
    return Problem(400, .invalidHeader, "Content-Digest is not the SHA-256 of the body.")
  }

  /// Whether the client has a token that allows this request.
  func isAuthenticated(_ request: HTTPRequest) -> Bool {
    hasToken(request) || isSigned(request) || isSignedMedia(request) || hasFeedToken(request)
      || hasKey(request)
  }

  private func problem(ofPrivate request: HTTPRequest) -> Problem? {
    guard isAuthenticated(request) else {
      return Problem(401, .tokenInvalid, "Sign in with the address that \"musicbus web\" prints.")
    }
    // What a resource does not support is no matter of the body.
    guard request.method == "POST", methods(of: request.target.path).contains("POST") else {
      return nil
    }
    let type = (request["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
    guard type == "application/json" else {
      return Problem(415, .invalidHeader, "The content type must be application/json.")
    }
    return nil
  }

  /// Scripts send the token itself.
  private func hasToken(_ request: HTTPRequest) -> Bool {
    credentials("bearer", of: request).map(token.matches) ?? false
  }

  /// The page signs its requests.
  private func isSigned(_ request: HTTPRequest) -> Bool {
    credentials("musicbus", of: request).map { token.hasSigned(.request(request), as: $0) } ?? false
  }

  /// Elements send no header, so the address of a picture or sound contains its signature.
  private func isSignedMedia(_ request: HTTPRequest) -> Bool {
    let path = request.target.path
    guard path.count == 2, ["artwork", "preview", "stream"].contains(path[0]),
      request.method != "POST",
      let signature = request.target[RequestGuard.signatureName]
    else { return false }
    return token.hasSigned(.media(path: request.targetText.prefix { $0 != "?" }), as: signature)
  }

  /// The parameter of a signed address.
  static let signatureName = "signature"

  private func isFeed(_ request: HTTPRequest) -> Bool {
    WebApplication.feeds.contains { request.target.path == [$0] }
  }

  /// Feed readers send no header, so the address of a feed contains its token.
  private func hasFeedToken(_ request: HTTPRequest) -> Bool {
    isFeed(request) && request.method != "POST"
      && request.target["token"].map(feedToken.matches) ?? false
  }

  /// Clients of Odesli send a key as a parameter; where only the base URL can be set, it is a part of that.
  private func hasKey(_ request: HTTPRequest) -> Bool {
    let target = request.target
    let key = target["key"] ?? target["api_key"] ?? (target.path.count == 3 ? target.path[0] : nil)
    return request.isForLinks && request.method != "POST" && key.map(feedToken.matches) ?? false
  }

  private func isAllowed(_ host: String) -> Bool {
    ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"].contains(host.lowercased())
  }

  /// What follows the name of a scheme in the header `Authorization`.
  private func credentials(_ scheme: String, of request: HTTPRequest) -> String? {
    let words = (request["authorization"] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == scheme else { return nil }
    return String(words[1])
  }
}

extension HTTPRequest {
  /// Whether it is for links in Odesli's form: `/v1-alpha.1/links`, below a key or not.
  var isForLinks: Bool {
    target.path.suffix(2) == ["v1-alpha.1", "links"] && target.path.count <= 3
  }
}
