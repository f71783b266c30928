import HTTPServer
import Testing

@Suite("A request")
struct RequestTests {
  @Test("has a decoded path and query")
  func target() throws {
    let target = try #require(HTTPTarget("/artist/mbid%3Aartist%3A1?text=a+b%20c&x=&y"))
    #expect(target.path == ["artist", "mbid:artist:1"])
    #expect(target["text"] == "a b c")
    #expect(target.query.map(\.name) == ["text", "x", "y"])
    #expect(HTTPTarget("/")?.path == [])
  }

  @Test(
    "may have a whole URL as its target",
    arguments: [
      ("http://localhost:1/a/b?x=y", ["a", "b"], "y"), ("HTTP://localhost:1?x=y", [], "y"),
      ("http://localhost:1", [], nil), ("http://localhost:1/", [], nil),
    ] as [(String, [String], String?)]
  )
  func wholeURL(_ text: String, _ path: [String], _ value: String?) throws {
    let target = try #require(HTTPTarget(text))
    #expect(target.host == "localhost:1")
    #expect(target.path == path)
    #expect(target["x"] == value)
  }

  @Test(
    "that is not for a path is refused",
    arguments: [
      "", "x", "*", "/a b", "http:/localhost/", "http://", "http:///a", "https://localhost/",
    ]
  )
  func invalidTarget(_ text: String) {
    #expect(HTTPTarget(text) == nil)
  }

  @Test(
    "may contain invalid percent-encoding, which stands for itself",
    arguments: [
      ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("100%", "100%"), ("%+1", "%+1"), ("%%41", "%A"),
      ("%ff", "\u{FFFD}"), ("%E0%A4", "\u{FFFD}"),
    ]
  )
  func invalidEncoding(_ text: String, _ decoded: String) {
    #expect(HTTPTarget("/\(text)")?.path == [decoded])
    #expect(HTTPTarget("/?a=\(text)")?["a"] == decoded.replacing("+", with: " "))
  }

  @Test("accepts media types, whatever their parameters")
  func accept() {
    let headers = ["accept": "text/html, Text/Event-Stream;q=0.9"]
    let request = HTTPRequest("GET", HTTPTarget(path: []), headers: headers)
    #expect(request.accepts("text/event-stream"))
    #expect(!request.accepts("application/json"))
  }
}

@Suite("A range of a file")
struct ByteRangeTests {
  @Test(
    "is read as RFC 9110 defines it",
    arguments: [
      ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=2-", .part(2..<10)),
      ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)), ("bytes=5-99", .part(5..<10)),
      ("BYTES=1-2", .part(1..<3)), ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=3-2", .whole), ("bytes=-", .whole),
      ("bytes=a-b", .whole), ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole), ("", .whole),
    ]
  )
  func ranges(_ header: String, _ range: ByteRange) {
    #expect(ByteRange(header, of: 10) == range)
  }

  @Test("of an empty file does not exist")
  func empty() {
    #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-1", of: 0) == .unsatisfiable)
  }
}

@Suite("A file")
struct FileResponseTests {
  private let bytes = Array("0123456789".utf8)

  private func response(_ headers: [String: String], method: String = "GET") -> HTTPResponse {
    let request = HTTPRequest(method, HTTPTarget(path: ["f"]), headers: headers)
    return .file(bytes, type: "audio/wav", etag: "\"e\"", for: request)
  }

  @Test("is sent whole, with its entity tag")
  func whole() {
    let response = response([:])
    #expect(response.status == 200)
    #expect(response.bytes == bytes)
    #expect(response["ETag"] == "\"e\"")
    #expect(response["Accept-Ranges"] == "bytes")
  }

  @Test("is not sent again", arguments: ["\"e\"", "\"x\", \"e\"", "W/\"e\"", "*"])
  func notModified(_ tag: String) {
    let response = response(["if-none-match": tag, "range": "bytes=0-1"])
    #expect(response.status == 304)
    #expect(response.bytes == nil)
  }

  @Test("is sent in part")
  func part() {
    let response = response(["range": "bytes=2-4"])
    #expect(response.status == 206)
    #expect(response.bytes == Array("234".utf8))
    #expect(response["Content-Range"] == "bytes 2-4/10")
  }

  @Test("has no parts for HEAD")
  func head() {
    let response = response(["range": "bytes=2-4"], method: "HEAD")
    #expect(response.status == 200)
    #expect(response["Accept-Ranges"] == "bytes")
    #expect(response["Content-Range"] == nil)
  }

  @Test("is sent whole if the part is of another version")
  func otherVersion() {
    #expect(response(["range": "bytes=2-4", "if-range": "\"old\""]).status == 200)
    #expect(response(["range": "bytes=2-4", "if-range": "\"e\""]).status == 206)
  }

  @Test("has no part after its end")
  func afterTheEnd() {
    let response = response(["range": "bytes=10-"])
    #expect(response.status == 416)
    #expect(response["Content-Range"] == "bytes */10")
  }

  @Test("has another tag if its bytes differ")
  func tags() {
    #expect(HTTPResponse.etag(of: bytes) == HTTPResponse.etag(of: bytes))
    #expect(HTTPResponse.etag(of: bytes) != HTTPResponse.etag(of: Array("0123456780".utf8)))
  }

  @Test("cannot add header lines through a value")
  func headerInjection() {
    var response = response([:])
    response.add("X", "a\r\nSet-Cookie: b")
    #expect(response["X"] == "aSet-Cookie: b")
  }
}
