import HTTPServer
import Testing

@testable import musicbus_sample_upstream

@Suite("Responses to earlier requests")
struct ResponseCacheTests {
  private func response(_ count: Int) -> HTTPResponse {
    HTTPResponse(200, type: "text/plain", [UInt8](repeating: 65, count: count))
  }

  @Test("A response is made once for each request")
  func once() {
    let cache = ResponseCache()
    var made: [String] = []
    for target in ["/a", "/b", "/a", "/b"] {
      let found = cache.response(to: HTTPQuery.request(target)) { request in
        made.append(request.targetText)
        return response(request.targetText.utf8.count)
      }
      #expect(found.bytes?.count == 2)
    }
    #expect(made == ["/a", "/b"])
  }

  @Test("Large responses are not stored, and not more than the maximum")
  func bounds() {
    let cache = ResponseCache()
    for _ in 0..<2 {
      _ = cache.response(to: HTTPQuery.request("/large")) { _ in
        response(ResponseCache.maxBytes + 1)
      }
    }
    #expect(cache.count == 0)
    for number in 0..<ResponseCache.maxCount * 2 + 1 {
      _ = cache.response(to: HTTPQuery.request("/\(number)")) { _ in response(1) }
      #expect(cache.count <= ResponseCache.maxCount)
    }
    #expect(cache.count == 1)
  }
}
