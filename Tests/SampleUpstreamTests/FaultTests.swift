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
    let struck = faults.reaction(to: Request("/a"), at: .zero, response: Self.response)
    #expect(struck.delay == .milliseconds(160))
    #expect(struck.outcome == .response(.html(500, "500 Error")))
    let other = faults.reaction(to: Request("/b"), at: .zero, response: Self.response)
    #expect(other.delay == .milliseconds(110))
  }

  @Test(
    "change a response",
    arguments: [
      ("empty", Response.Body.bytes([])), ("cut", .cut([1, 2], promised: 4)),
      ("cut-json", .bytes([1, 2])), ("huge=1", .padded([1, 2, 3, 4], count: 1 << 20)),
    ]
  )
  func bodies(_ text: String, _ body: Response.Body) throws {
    let spoilt = Self.response.spoilt(by: try Fault(text).kind, Request("/a"))
    #expect(spoilt.body == body)
    #expect(spoilt.status == 200)
    #expect(spoilt.contentType == Self.response.contentType)
  }

  @Test("redirect once or forever")
  func redirects() throws {
    let request = Request("/search?term=a", host: "localhost:80")
    let once = Self.response.spoilt(by: .redirect, request)
    #expect(once.status == 302)
    let address = "http://localhost:80/search?term=a&_r=1"
    #expect(once.headers == [.init("Location", address)])
    #expect(Self.response.spoilt(by: .redirect, Request("/search?term=a&_r=1")) == Self.response)
    #expect(Self.response.spoilt(by: .redirectLoop, Request("/search?_r=1")).status == 302)
  }

  @Test("compress a body with gzip")
  func gzip() {
    let packed = Zlib.gzip([1, 2, 3])
    #expect(packed.starts(with: [0x1f, 0x8b, 8]))
    #expect(packed[10..<18].elementsEqual([1, 3, 0, 0xfc, 0xff, 1, 2, 3]))
    #expect(packed.suffix(4).elementsEqual([3, 0, 0, 0]))
  }

  @Test("limit the rate in a sliding window, with Retry-After")
  func rate() throws {
    var faults = FaultPlan(rates: [try RateLimit("2/10:/search")])
    func get(_ second: Int, _ target: String = "/search") -> Response? {
      let request = Request(target)
      let reaction = faults.reaction(to: request, at: .seconds(second), response: Self.response)
      guard case .response(let response) = reaction.outcome else { return nil }
      return response
    }
    #expect(get(0)?.status == 200)
    #expect(get(4)?.status == 200)
    #expect(get(5)?.status == 429)
    #expect(get(5)?.headers == [.init("Retry-After", "5")])
    #expect(get(5, "/lookup")?.status == 200)
    #expect(get(10)?.status == 200)
    #expect(get(13)?.status == 429)
  }

  @Test("limit the rate like Apple, with 403 and without Retry-After")
  func appleRate() throws {
    var faults = FaultPlan(rates: [try RateLimit("1/60:403")])
    #expect(status(&faults, "/search") == 200)
    let reaction = faults.reaction(to: Request("/x"), at: .zero, response: Self.response)
    guard case .response(let response) = reaction.outcome else { return #expect(Bool(false)) }
    #expect(response.status == 403)
    #expect(response.headers.isEmpty)
  }

  @Test(
    "reject invalid rates",
    arguments: ["", "5", "5/", "0/1", "1/0", "a/b", "5/1:200", "5/1:/a:x", "5/1:/a:429:1"]
  )
  func badRates(_ text: String) {
    #expect(throws: GrammarError.self) { try RateLimit(text) }
  }

  static let response = Response(200, "application/json", [1, 2, 3, 4])

  private func status(_ faults: inout FaultPlan, _ target: String) -> Int? {
    let request = Request(target)
    let reaction = faults.reaction(to: request, at: .zero, response: Self.response)
    guard case .response(let response) = reaction.outcome else { return nil }
    return response.status
  }
}
