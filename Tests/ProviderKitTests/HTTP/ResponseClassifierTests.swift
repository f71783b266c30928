import BusProtocol
import Testing

@testable import ProviderKit

@Suite("Response classification")
struct ResponseClassifierTests {
  private func classify(
    _ status: Int,
    _ headers: [String: String] = [:],
    body: [UInt8] = [1],
    authorization: String? = nil
  ) -> ResponseClassifier.Classification {
    var request = HTTPRequest(WebAddress("https://source.example")!, upstream: "source.example")
    request.headers["Authorization"] = authorization
    let response = HTTPResponse(status: status, headers: headers, body: body)
    return ResponseClassifier.classify(response, to: request, now: 0)
  }

  @Test(
    "of a request with credentials distinguishes refused access from rate limiting",
    arguments: [
      (#"{"error":{"status":403,"message":"Premium is required."}}"#, ": Premium is required."),
      ("no JSON", "."),
    ]
  )
  func refused(_ body: String, _ end: String) {
    let message = "source.example refused access (403)\(end)"
    #expect(
      classify(403, body: Array(body.utf8), authorization: "Bearer x")
        == .failed(Failure(.upstreamRefused, message), .no)
    )
  }

  @Test("of a bad request states the reason, and that a retry cannot help")
  func badRequest() {
    let body = #"{"error":"Invalid mbid.","help":"For usage, please see: https://source.example"}"#
    let message = "source.example refused the request (400): Invalid mbid."
    #expect(
      classify(400, body: Array(body.utf8)) == .failed(Failure(.upstreamRefused, message), .no)
    )
  }

  @Test("returns a successful response", arguments: [200, 203, 299])
  func success(_ status: Int) {
    #expect(classify(status) == .response(HTTPResponse(status: status, body: [1])))
  }

  @Test("returns the location of a redirect", arguments: [301, 302, 303, 307, 308])
  func redirect(_ status: Int) {
    #expect(classify(status, ["Location": "/x"]) == .redirect(to: "/x"))
    guard case .failed(let failure, .no) = classify(status) else {
      Issue.record("a redirect without a location is a failure")
      return
    }
    #expect(failure.code == .upstreamBadData)
  }

  @Test(
    "maps error statuses to failures",
    arguments: [
      (404, [:], .notFound, .no, nil),
      (410, [:], .notFound, .no, nil),
      (403, [:], .upstreamRateLimited, .no, nil),
      (429, ["Retry-After": "7"], .upstreamRateLimited, .no, 7000),
      (401, [:], .configurationInvalid, .no, nil),
      (400, [:], .upstreamRefused, .no, nil),
      (304, [:], .upstreamRefused, .no, nil),
      (500, [:], .upstreamUnavailable, .yes(after: nil), nil),
      (500, ["retry-after": "2"], .upstreamUnavailable, .yes(after: .seconds(2)), 2000),
      (503, [:], .upstreamUnavailable, .yes(after: nil), nil),
      (503, ["retry-after": "2"], .upstreamRateLimited, .yes(after: .seconds(2)), 2000),
      (599, [:], .upstreamUnavailable, .yes(after: nil), nil),
      (408, [:], .upstreamUnavailable, .yes(after: nil), nil),
    ] as [(Int, [String: String], ErrorCode, ResponseClassifier.Retryability, Int?)]
  )
  func failures(
    _ status: Int,
    _ headers: [String: String],
    _ code: ErrorCode,
    _ retryability: ResponseClassifier.Retryability,
    _ retryAfterMs: Int?
  ) {
    guard case .failed(let failure, let found) = classify(status, headers) else {
      Issue.record("\(status) is a failure")
      return
    }
    #expect(failure.code == code)
    #expect(found == retryability)
    #expect(failure.retryAfterMs == retryAfterMs)
    #expect(failure.message.contains("source.example"))
  }

  @Test(
    "maps transport errors to failures",
    arguments: [
      (.unknownHost, .upstreamUnreachable, .no),
      (.noConnection("refused"), .upstreamUnreachable, .yes(after: nil)),
      (.disconnected("reset"), .upstreamUnavailable, .yes(after: nil)),
      (.notConnectedInTime, .deadlineExceeded, .yes(after: nil)),
      (.timedOut, .deadlineExceeded, .yes(after: nil)),
      (.truncated, .upstreamBadData, .yes(after: nil)),
      (.notHTTP, .upstreamBadData, .no),
      (.tooLarge(maxBytes: 5), .upstreamBadData, .no),
      (.cancelled, .cancelled, .no),
    ] as [(TransportError, ErrorCode, ResponseClassifier.Retryability)]
  )
  func noResponse(
    _ error: TransportError,
    _ code: ErrorCode,
    _ retryability: ResponseClassifier.Retryability
  ) {
    guard case .failed(let failure, let found) = ResponseClassifier.classify(error, from: "x")
    else {
      Issue.record("an error is a failure")
      return
    }
    #expect(failure.code == code)
    #expect(found == retryability)
  }
}

@Suite("The type of a media file")
struct MediaKindTests {
  @Test(
    "is detected for images",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "image/png"),
      (Array("GIF89a".utf8), "image/gif"),
      (Array("RIFF1234WEBPVP8 ".utf8), "image/webp"),
    ] as [([UInt8], String)]
  )
  func images(_ bytes: [UInt8], _ type: String) {
    #expect(MediaKind.image.type(of: bytes) == type)
    #expect(MediaKind.audio.type(of: bytes) == nil)
  }

  @Test(
    "is detected for audio",
    arguments: [
      (Array("1234ftypM4A ".utf8), "audio/mp4"), (Array("ID3\u{3}".utf8), "audio/mpeg"),
      (Array("RIFF1234WAVEfmt ".utf8), "audio/wav"),
    ] as [([UInt8], String)]
  )
  func audio(_ bytes: [UInt8], _ type: String) {
    #expect(MediaKind.audio.type(of: bytes) == type)
    #expect(MediaKind.image.type(of: bytes) == nil)
  }

  @Test(
    "is described if it is something else",
    arguments: [
      ("", "an empty body"), (" <!doctype html>", "HTML"), ("<feed/>", "XML"), ("{}", "JSON"),
      ("hello", "unknown bytes"), ("GIF89a", "image/gif"), ("RIFF", "unknown bytes"),
    ]
  )
  func others(_ text: String, _ description: String) {
    #expect(MediaKind.describe(Array(text.utf8)) == description)
  }
}
