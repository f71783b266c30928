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
    let target = try #require(HTTPTarget(path))
    let all = both(["host": "localhost:6287"], headers)
    return guardian.problem(of: HTTPRequest(method, target, headers: all))?.status
  }

  private func both(_ one: [String: String], _ other: [String: String]) -> [String: String] {
    one.merging(other, uniquingKeysWith: { _, last in last })
  }

  private var bearer: [String: String] { ["authorization": "Bearer \(token)"] }
  private var cookie: [String: String] { ["cookie": "musicbus-6287=\(token)"] }

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
    #expect(try status("GET", "/api/1/hub.status", cookie) == nil)
    #expect(try status("GET", "/artwork/x", ["cookie": "musicbus-6288=\(token)"]) == 401)
    #expect(try status("GET", "/metrics", ["authorization": "Bearer \(token)b"]) == 401)
  }

  @Test("serves feeds with the token in their address, which allows nothing else")
  func feeds() throws {
    for path in ["/new.atom", "/new.ics"] {
      #expect(try status("GET", path, [:]) == 401)
      #expect(try status("GET", "\(path)?token=\(feedToken)", [:]) == nil)
      #expect(try status("HEAD", "\(path)?token=\(feedToken)", [:]) == nil)
      #expect(try status("GET", path, bearer) == nil)
      #expect(try status("GET", path, cookie) == nil)
      #expect(try status("GET", "\(path)?token=\(token)", [:]) == 401)
      #expect(try status("GET", "\(path)?token=", [:]) == 401)
      #expect(try status("POST", "\(path)?token=\(feedToken)", [:]) == 401)
      let site = ["sec-fetch-site": "cross-site"]
      #expect(try status("GET", "\(path)?token=\(feedToken)", site) == 403)
    }
    for path in ["/api/1/hub.status", "/metrics", "/artwork/x", "/session", "/new.atom/x"] {
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
      ("/session", "GET, HEAD, POST"), ("/artwork/x", "GET, HEAD"), ("/", "GET, HEAD"),
    ] {
      let target = try #require(HTTPTarget(path))
      let request = HTTPRequest("PUT", target, headers: ["host": "localhost:6287"])
      let problem = try #require(guardian.problem(of: request))
      #expect(problem.status == 405)
      #expect(problem.response["Allow"] == allow)
    }
  }

  @Test("signs in with the token only")
  func session() throws {
    let json = ["content-type": "application/json"]
    #expect(try status("POST", "/session", both(cookie, json)) == 401)
    #expect(try status("POST", "/session", both(bearer, json)) == nil)
  }

  @Test("rejects requests of other sites")
  func sites() throws {
    for site in ["cross-site", "same-site"] {
      let headers = both(cookie, ["sec-fetch-site": site])
      #expect(try status("GET", "/api/1/hub.status", headers) == 403)
    }
    let headers = both(cookie, ["origin": "http://evil.example"])
    #expect(try status("GET", "/api/1/hub.status", headers) == 403)
  }

  @Test("requires JSON and the origin for changes")
  func changes() throws {
    let json = both(cookie, ["content-type": "application/json; charset=utf-8"])
    let path = "/api/1/favorites.undo"
    #expect(try status("POST", path, cookie) == 415)
    #expect(try status("POST", path, json) == 403)
    #expect(try status("POST", path, both(json, ["sec-fetch-site": "same-origin"])) == nil)
    #expect(
      try status("POST", path, both(json, ["origin": "http://localhost:6287"])) == nil
    )
    #expect(try status("POST", "/search", json) == 405)
    #expect(try status("DELETE", path, json) == 405)
  }
}
