import BusProtocol
import HTTPServer
import Testing

@testable import musicbus_web

@Suite("The guard of requests")
struct RequestGuardTests {
  private let token = String(repeating: "a", count: 64)
  private let feedToken = String(repeating: "b", count: 64)
  private var guardian: RequestGuard {
    RequestGuard(
      token: AccessToken(text: token),
      feedToken: AccessToken(text: feedToken),
      port: 6287
    )
  }

  private func status(
    _ method: String,
    _ path: String,
    _ headers: [String: String]
  ) throws -> Int? {
    guardian.problem(of: try request(method, path, headers))?.status
  }

  private func request(
    _ method: String,
    _ path: String,
    _ headers: [String: String]
  ) throws -> HTTPRequest {
    let target = try #require(HTTPTarget(path))
    let all = both(["host": "localhost:6287"], headers)
    var request = HTTPRequest(method, target, headers: all)
    request.targetText = path
    return request
  }

  /// The headers of a request that the page has signed.
  private func signed(
    _ method: String,
    _ path: String,
    _ headers: [String: String] = [:]
  ) throws -> [String: String] {
    let message = AccessToken.Message.request(try request(method, path, headers))
    let signature = try #require(guardian.token.signature(of: message))
    return both(headers, ["authorization": "MusicBus \(signature)"])
  }

  private func both(_ one: [String: String], _ other: [String: String]) -> [String: String] {
    one.merging(other, uniquingKeysWith: { _, last in last })
  }

  private var bearer: [String: String] { ["authorization": "Bearer \(token)"] }
  private let json = ["content-type": "application/json; charset=utf-8"]

  @Test(
    "serves its own names only",
    arguments: ["evil.example:6287", "localhost", "localhost:80", ""]
  )
  func hosts(_ host: String) throws {
    #expect(try status("GET", "/", ["host": host]) == 421)
  }

  @Test(
    "serves every name of loopback",
    arguments: ["127.0.0.1:6287", "[::1]:6287", "LocalHost:6287"]
  )
  func loopback(_ host: String) throws {
    #expect(try status("GET", "/", ["host": host]) == nil)
  }

  @Test("serves the frame of the page to all, and data to owners of the token")
  func data() throws {
    #expect(try status("GET", "/search?text=a", [:]) == nil)
    #expect(try status("GET", "/api/1/hub.status", [:]) == 401)
    #expect(try status("GET", "/api/1/hub.status", bearer) == nil)
    #expect(try status("GET", "/proof?nonce=0123456789abcdef", [:]) == nil)
    #expect(try status("GET", "/artwork/x", ["cookie": "musicbus-6287=\(token)"]) == 401)
    #expect(try status("GET", "/metrics", ["authorization": "Bearer \(token)b"]) == 401)
  }

  @Test("serves feeds with the token in their address, which allows nothing else")
  func feeds() throws {
    for path in ["/new.atom", "/new.ics"] {
      #expect(try status("GET", path, [:]) == 401)
      #expect(try status("GET", "\(path)?token=\(feedToken)", [:]) == nil)
      #expect(try status("HEAD", "\(path)?token=\(feedToken)", [:]) == nil)
      #expect(try status("GET", path, bearer) == nil)
      #expect(try status("GET", path, signed("GET", path)) == nil)
      #expect(try status("GET", "\(path)?token=\(token)", [:]) == 401)
      #expect(try status("GET", "\(path)?token=", [:]) == 401)
      #expect(try status("POST", "\(path)?token=\(feedToken)", [:]) == 401)
      let site = ["sec-fetch-site": "cross-site"]
      #expect(try status("GET", "\(path)?token=\(feedToken)", site) == 403)
    }
    for path in ["/api/1/hub.status", "/metrics", "/artwork/x", "/new.atom/x"] {
      let isFrame = path == "/new.atom/x"
      #expect(try status("GET", "\(path)?token=\(feedToken)", [:]) == (isFrame ? nil : 401))
      let feedBearer = ["authorization": "Bearer \(feedToken)"]
      #expect(try status("GET", path, feedBearer) == (isFrame ? nil : 401))
    }
  }

  @Test("names the methods that a resource supports")
  func methods() throws {
    for (path, allow) in [
      ("/api/1/favorites.add", "POST"), ("/api/1/artists.search", "GET, HEAD"),
      ("/artwork/x", "GET, HEAD"), ("/", "GET, HEAD"), ("/api/1/imports", "GET, HEAD, POST"),
      ("/v1-alpha.1/links", "GET, HEAD"),
    ] {
      let target = try #require(HTTPTarget(path))
      let request = HTTPRequest("PUT", target, headers: ["host": "localhost:6287"])
      let problem = try #require(guardian.problem(of: request))
      #expect(problem.status == 405)
      #expect(problem.response["Allow"] == allow)
    }
  }

  @Test("serves a signed request, and none that differs from it")
  func signatures() throws {
    let path = "/api/1/artists.search?text=a%20b"
    let headers = try signed("GET", path)
    #expect(try status("GET", path, headers) == nil)
    #expect(try status("HEAD", path, headers) == 401)
    #expect(try status("GET", "/api/1/artists.search?text=a%20c", headers) == 401)
    #expect(try status("GET", "/api/1/artists.search?text=a+b", headers) == 401)
    #expect(try status("GET", path, both(headers, ["content-digest": "x"])) == 401)
    let lower = both(headers, ["authorization": (headers["authorization"] ?? "").lowercased()])
    #expect(try status("GET", path, lower) == nil)
    for text in ["", "MusicBus", "MusicBus ", "MusicBus \(token)", "Bearer \(token) x"] {
      #expect(try status("GET", path, ["authorization": text]) == 401)
    }
    let other = AccessToken(text: String(repeating: "c", count: 64))
    let foreign = try #require(other.signature(of: .request(request("GET", path, [:]))))
    #expect(try status("GET", path, ["authorization": "MusicBus \(foreign)"]) == 401)
  }

  @Test("serves a picture or sound at its signed address, and nothing else")
  func media() throws {
    for path in ["/artwork/a%3Aalbum%3A1", "/preview/a%3Aalbum%3A1", "/stream/a%3Asong%3A1"] {
      let signature = try #require(guardian.token.signature(of: .media(path: path[...])))
      #expect(try status("GET", "\(path)?signature=\(signature)", [:]) == nil)
      #expect(try status("HEAD", "\(path)?size=2&signature=\(signature)", [:]) == nil)
      #expect(try status("GET", "\(path)?signature=\(signature)0", [:]) == 401)
      #expect(try status("GET", "\(path)?signature=\(feedToken)", [:]) == 401)
      #expect(try status("GET", "\(path)?signature=\(token)", [:]) == 401)
      #expect(try status("POST", "\(path)?signature=\(signature)", json) == 401)
      #expect(try status("GET", "\(path)2?signature=\(signature)", [:]) == 401)
      let headers = ["authorization": "MusicBus \(signature)"]
      for other in ["/api/1/hub.status", "/metrics", "/artwork/b", "/new.atom"] {
        #expect(try status("GET", "\(other)?signature=\(signature)", [:]) == 401)
        #expect(try status("GET", other, headers) == 401)
      }
    }
  }

  @Test("signs as RFC 2104 and RFC 9530 define it, each kind of message in its own way")
  func vectors() throws {
    let nonce = AccessToken.Message.proof(nonce: "0123456789abcdef")
    #expect(
      guardian.token.signature(of: nonce)
        == "976898de6cee4d9a179b1918ac654c1aad9da790a2c2471b6ec88a5d1a6060fd"
    )
    #expect(
      AccessToken.digest(of: Array("{\"hello\": \"world\"}".utf8))
        == "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
    )
    let target = try request("GET", "/artwork/x", [:])
    let signatures = [nonce, .media(path: "0123456789abcdef"), .request(target)]
      .map { guardian.token.signature(of: $0) }
    #expect(Set(signatures).count == 3)
    #expect(AccessToken.random() != AccessToken.random())
    #expect(AccessToken.random().text.utf8.count == 64)
  }

  @Test("rejects a body that is not the one whose digest was signed")
  func bodies() throws {
    let digest = try #require(AccessToken.digest(of: Array("{}".utf8)))
    let path = "/api/1/favorites.undo"
    let headers = try signed("POST", path, both(json, ["content-digest": digest]))
    #expect(try status("POST", path, headers) == nil)
    var request = try request("POST", path, headers)
    request.body = Array("{}".utf8)
    #expect(guardian.problem(ofBody: request) == nil)
    request.body = Array("{ }".utf8)
    #expect(guardian.problem(ofBody: request)?.status == 400)
    request.headers["content-digest"] = nil
    #expect(guardian.problem(of: request)?.status == 401)
  }

  @Test("rejects requests of other sites")
  func sites() throws {
    for site in ["cross-site", "same-site"] {
      let headers = both(bearer, ["sec-fetch-site": site])
      #expect(try status("GET", "/api/1/hub.status", headers) == 403)
    }
    let headers = both(bearer, ["origin": "http://evil.example"])
    #expect(try status("GET", "/api/1/hub.status", headers) == 403)
  }

  @Test("requires JSON for changes")
  func changes() throws {
    let path = "/api/1/favorites.undo"
    #expect(try status("POST", path, json) == 401)
    #expect(try status("POST", path, bearer) == 415)
    #expect(try status("POST", path, both(bearer, json)) == nil)
    #expect(try status("POST", path, signed("POST", path, json)) == nil)
    #expect(try status("POST", "/search", both(bearer, json)) == 405)
    #expect(try status("DELETE", path, both(bearer, json)) == 405)
    #expect(try status("POST", "/api/1/imports", bearer) == 415)
  }

  @Test(
    "leaves it to a resource to refuse a change that it does not know, whatever its content type",
    arguments: ["/api/1/hub.status", "/api/1/defaults", "/api/1/nothing", "/metrics", "/artwork/x"]
  )
  func noChanges(_ path: String) throws {
    #expect(try status("POST", path, bearer) == nil)
    #expect(try status("POST", path, both(bearer, ["content-type": "text/plain"])) == nil)
    #expect(try status("POST", path, [:]) == 401)
  }

  @Test("serves links with the key as a parameter of either name, or before the path")
  func linkKeys() throws {
    let path = "/v1-alpha.1/links?url=x"
    for (address, expected) in [
      (path, 401), ("\(path)&key=\(feedToken)", nil), ("\(path)&api_key=\(feedToken)", nil),
      ("/\(feedToken)\(path)", nil), ("/\(token)\(path)", 401), ("/wrong\(path)", 401),
      ("/\(feedToken)\(path)&key=wrong", 401), ("/x/\(feedToken)\(path)", nil),
    ] as [(String, Int?)] {
      let isLinks = try #require(HTTPTarget(address)).path.count <= 3
      #expect(try status("GET", address, [:]) == (isLinks ? expected : nil), "\(address)")
    }
    #expect(try status("POST", "/\(feedToken)\(path)", [:]) == 401)
    for other in ["api/1/hub.status", "metrics", "artwork/x"] {
      #expect(try status("GET", "/\(other)?api_key=\(feedToken)", [:]) == 401)
    }
  }

  @Test("has its refusals of links in the form of that resource")
  func linkRefusals() {
    let response = WebApplication.refusal(.methodNotAllowed())
    #expect(response.status == 405 && response["Allow"] == "GET, HEAD")
    guard case .bytes(let bytes) = response.body else { return #expect(Bool(false)) }
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"{"statusCode":405,"code":"invalid_header"}"#
    )
  }
}
