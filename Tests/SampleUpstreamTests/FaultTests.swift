import HTTPServer
import Testing

@testable import musicbus_sample_upstream

@Suite("Faults")
struct FaultTests {
  @Test(
    "are parsed",
    arguments: [
      ("500", Fault(.status(500, retryAfterSeconds: nil))),
      ("429", Fault(.status(429, retryAfterSeconds: 1))),
      (
        "429=5:/api/v1:2",
        Fault(.status(429, retryAfterSeconds: 5), prefix: "/api/v1", remaining: 2)
      ),
      ("html:3", Fault(.html, remaining: 3)),
      ("slow=1500:/us/rss", Fault(.slow(.milliseconds(1500)), prefix: "/us/rss")),
      ("huge", Fault(.huge(megabytes: 24))),
      ("huge=30", Fault(.huge(megabytes: 30))),
      ("cut-json:/search?term=u2", Fault(.cutJSON, prefix: "/search?term=u2")),
      ("redirect-loop", Fault(.redirectLoop)),
    ]
  )
  func grammar(_ text: String, _ fault: Fault) throws {
    #expect(try Fault(text) == fault)
  }

  @Test(
    "are rejected if they are invalid",
    arguments: [
      "", ":", "200", "999", "slow", "slow=-1", "slow=x", "huge=0", "cut=3", "nonsense", "500:x",
      "500:/a:0", "500:/a:-1", "500:/a:1:2", "429=-1",
    ]
  )
  func refused(_ text: String) {
    #expect(throws: GrammarError.self) { try Fault(text) }
  }

  @Test("affect only requests with the prefix, up to the count")
  func prefixAndCount() throws {
    var faults = FaultPlan(faults: [try Fault("503:/search:2")])
    #expect(status(&faults, "/lookup?id=1") == 200)
    #expect(status(&faults, "/search?term=a") == 503)
    #expect(status(&faults, "/search?term=b") == 503)
    #expect(status(&faults, "/search?term=c") == 200)
  }

  @Test("add up delays and apply the first other fault")
  func order() throws {
    let texts = ["slow=100", "500:/a", "slow=50:/a", "html"]
    var faults = FaultPlan(
      latency: .milliseconds(10),
      faults: try texts.map { try Fault($0) }
    )
    let struck = faults.reaction(to: HTTPQuery.request("/a"), at: .zero, response: Self.response)
    #expect(struck.delay == .milliseconds(160))
    #expect(response(of: struck)?.status == 500)
    let other = faults.reaction(to: HTTPQuery.request("/b"), at: .zero, response: Self.response)
    #expect(other.delay == .milliseconds(110))
  }

  @Test(
    "change a response",
    arguments: [("empty", [UInt8]()), ("cut-json", [1, 2]), ("cut", nil), ("huge=1", nil)]
  )
  func bodies(_ text: String, _ body: [UInt8]?) throws {
    let spoilt = Self.response.spoilt(by: try Fault(text).kind, HTTPQuery.request("/a"))
    #expect(spoilt.bytes == body)
    #expect(spoilt.status == 200)
    #expect(spoilt.contentType == Self.response.contentType)
  }

  @Test("redirect once or forever")
  func redirects() throws {
    let request = HTTPQuery.request("/search?term=a", headers: ["host": "localhost:80"])
    let once = Self.response.spoilt(by: .redirect, request)
    #expect(once.status == 302)
    #expect(once["Location"] == "http://localhost:80/search?term=a&_r=1")
    let again = HTTPQuery.request("/search?term=a&_r=1")
    #expect(Self.response.spoilt(by: .redirect, again).bytes == Self.response.bytes)
    #expect(Self.response.spoilt(by: .redirectLoop, again).status == 302)
  }

  @Test("compress a body with gzip")
  func gzip() {
    let packed = Deflate.gzip([1, 2, 3])
    #expect(packed.starts(with: [0x1f, 0x8b, 8]))
    #expect(packed[10..<18].elementsEqual([1, 3, 0, 0xfc, 0xff, 1, 2, 3]))
    #expect(packed.suffix(4).elementsEqual([3, 0, 0, 0]))
  }

  @Test("limit the rate in a sliding window, with Retry-After")
  func rate() throws {
    var faults = FaultPlan(rates: [try RateLimit("2/10:/search")])
    func get(_ second: Int, _ target: String = "/search") -> HTTPResponse? {
      let request = HTTPQuery.request(target)
      return response(
        of: faults.reaction(to: request, at: .seconds(second), response: Self.response)
      )
    }
    #expect(get(0)?.status == 200)
    #expect(get(4)?.status == 200)
    #expect(get(5)?.status == 429)
    #expect(get(5)?["Retry-After"] == "5")
    #expect(get(5, "/lookup")?.status == 200)
    #expect(get(10)?.status == 200)
    #expect(get(13)?.status == 429)
  }

  @Test("limit the rate like Apple, with 403 and without Retry-After")
  func appleRate() throws {
    var faults = FaultPlan(rates: [try RateLimit("1/60:403")])
    #expect(status(&faults, "/search") == 200)
    let reaction = faults.reaction(to: HTTPQuery.request("/x"), at: .zero, response: Self.response)
    let refusal = try #require(response(of: reaction))
    #expect(refusal.status == 403)
    #expect(refusal["Retry-After"] == nil)
  }

  @Test(
    "reject invalid rates",
    arguments: ["", "5", "5/", "0/1", "1/0", "a/b", "5/1:200", "5/1:/a:x", "5/1:/a:429:1"]
  )
  func badRates(_ text: String) {
    #expect(throws: GrammarError.self) { try RateLimit(text) }
  }

  static let response = HTTPResponse(200, type: "application/json", [1, 2, 3, 4])

  private func status(_ faults: inout FaultPlan, _ target: String) -> Int? {
    let request = HTTPQuery.request(target)
    return response(of: faults.reaction(to: request, at: .zero, response: Self.response))?.status
  }

  private func response(of reaction: Reaction) -> HTTPResponse? {
    if case .response(let response) = reaction.outcome { response } else { nil }
  }
}
