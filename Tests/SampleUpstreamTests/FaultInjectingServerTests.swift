import Foundation
import HTTPServer
import Testing

@testable import musicbus_sample_upstream

@Suite("The control paths")
struct FaultInjectingServerTests {
  @Test("list the requests, without those to control paths")
  func requests() throws {
    let site = FaultInjectingServer()
    let request = HTTPQuery.request("/search?term=a+b", headers: ["user-agent": "x/1"])
    _ = site.reaction(to: request, at: .milliseconds(1500))
    _ = get(site, "/_control/requests")
    let text = get(site, "/_control/requests").text
    #expect(
      text == """
        [{"atMs":1500,"method":"GET","path":"/search","query":"term=a+b","userAgent":"x/1"}]
        """
    )
  }

  @Test("replace all faults, or none if one is invalid")
  func faults() {
    let site = FaultInjectingServer()
    #expect(get(site, "/_control/faults", "500:/search\n404:/lookup").status == 200)
    #expect(get(site, "/search?term=a").status == 500)
    let refused = get(site, "/_control/faults", "html\nwhat")
    #expect(refused.status == 400)
    #expect(refused.text.contains("what"))
    #expect(get(site, "/lookup?id=1").status == 404)
    #expect(get(site, "/_control/faults", "").status == 200)
    #expect(get(site, "/search?term=a").status == 200)
  }

  @Test("replace all rates")
  func rates() {
    let site = FaultInjectingServer()
    #expect(get(site, "/_control/rates", "1/60:/search:403").status == 200)
    #expect(get(site, "/search?term=a").status == 200)
    #expect(get(site, "/search?term=a").status == 403)
  }

  @Test("restore the faults of the command line on reset")
  func reset() throws {
    let site = FaultInjectingServer(SampleSource(), FaultPlan(faults: [try Fault("503:1")]))
    #expect(get(site, "/search?term=a").status == 503)
    #expect(get(site, "/_control/faults", "html").status == 200)
    #expect(get(site, "/_control/reset", "").status == 200)
    #expect(get(site, "/_control/requests").text == "[]")
    #expect(get(site, "/search?term=a").status == 503)
    #expect(get(site, "/search?term=a").status == 200)
  }

  @Test("are not subject to faults")
  func exempt() throws {
    let site = FaultInjectingServer(SampleSource(), FaultPlan(faults: [Fault(.hang)]))
    #expect(get(site, "/_control/requests").status == 200)
    #expect(get(site, "/_control/nothing").status == 404)
    #expect(get(site, "/search").status == 0)
  }

  @Test("drop the oldest requests beyond a limit")
  func bound() {
    let site = FaultInjectingServer()
    for _ in 0..<(FaultInjectingServer.maxLogged + 1) { _ = get(site, "/x") }
    let count = get(site, "/_control/requests").text.split(separator: "{").count - 1
    #expect(count == FaultInjectingServer.maxLogged - FaultInjectingServer.maxLogged / 10 + 1)
  }

  private func get(_ site: FaultInjectingServer, _ target: String, _ body: String? = nil)
    -> (status: Int, text: String)
  {
    let method = body == nil ? "GET" : "POST"
    let request = HTTPQuery.request(target, method: method, body: body ?? "")
    // Status 0: it hangs.
    guard case .response(let response) = site.reaction(to: request, at: .zero).outcome else {
      return (0, "")
    }
    return (response.status, String(decoding: response.content, as: UTF8.self))
  }
}
