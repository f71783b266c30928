import BusProtocol
import Testing

@testable import ProviderKit

@Suite("What a response means")
struct ResponseClassifierTests {
  private func verdict(_ status: Int, _ headers: [String: String] = [:])
    -> ResponseClassifier.Verdict
  {
    ResponseClassifier.verdict(
      on: HTTPResponse(status: status, headers: headers, body: [1]),
      of: "source.example",
      now: 0
    )
  }

  @Test("a body where all is well", arguments: [200, 203, 299])
  func body(_ status: Int) {
    #expect(verdict(status) == .body([1]))
  }

  @Test("a way to go on where it redirects", arguments: [301, 302, 303, 307, 308])
  func moved(_ status: Int) {
    #expect(verdict(status, ["Location": "/x"]) == .moved(to: "/x"))
    guard case .failed(let failure, .no) = verdict(status) else {
      Issue.record("a redirect to nowhere is a failure")
      return
    }
    #expect(failure.code == .upstreamBadData)
  }

  @Test(
    "a failure that says who must act, and when",
    arguments: [
      (404, [:], .notFound, .no, nil),
      (410, [:], .notFound, .no, nil),
      (403, [:], .upstreamRateLimited, .no, nil),
      (429, ["Retry-After": "7"], .upstreamRateLimited, .no, 7000),
      (401, [:], .configurationInvalid, .no, nil),
      (400, [:], .upstreamUnavailable, .no, nil),
      (304, [:], .upstreamUnavailable, .no, nil),
      (500, [:], .upstreamUnavailable, .yes(after: nil), nil),
      (503, ["retry-after": "2"], .upstreamUnavailable, .yes(after: .seconds(2)), 2000),
      (599, [:], .upstreamUnavailable, .yes(after: nil), nil),
      (408, [:], .upstreamUnavailable, .yes(after: nil), nil),
    ] as [(Int, [String: String], ErrorCode, ResponseClassifier.Retryability, Int?)]
  )
  func failures(
    _ status: Int,
    _ headers: [String: String],
    _ code: ErrorCode,
    _ again: ResponseClassifier.Retryability,
    _ retryAfterMs: Int?
  ) {
    guard case .failed(let failure, let found) = verdict(status, headers) else {
      Issue.record("\(status) is a failure")
      return
    }
    #expect(failure.code == code)
    #expect(found == again)
    #expect(failure.retryAfterMs == retryAfterMs)
    #expect(failure.message.contains("source.example"))
  }

  @Test(
    "a failure, too, where there is no response",
    arguments: [
      (.noConnection("refused"), .upstreamUnavailable, .yes(after: nil)),
      (.timedOut, .deadlineExceeded, .yes(after: nil)),
      (.endsInTheMiddle, .upstreamBadData, .yes(after: nil)),
      (.notHTTP, .upstreamBadData, .no),
      (.tooLarge(bytesMax: 5), .upstreamBadData, .no),
      (.cancelled, .cancelled, .no),
    ] as [(TransportError, ErrorCode, ResponseClassifier.Retryability)]
  )
  func noResponse(
    _ error: TransportError,
    _ code: ErrorCode,
    _ again: ResponseClassifier.Retryability
  ) {
    guard case .failed(let failure, let found) = ResponseClassifier.verdict(on: error, of: "x")
    else {
      Issue.record("an error is a failure")
      return
    }
    #expect(failure.code == code)
    #expect(found == again)
  }
}

@Suite("What the bytes of a file are")
struct MediaKindTests {
  @Test(
    "is told by how they begin",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "image/png"),
      (Array("GIF89a".utf8), "image/gif"),
      (Array("RIFF1234WEBPVP8 ".utf8), "image/webp"),
    ] as [([UInt8], String)]
  )
  func pictures(_ bytes: [UInt8], _ type: String) {
    #expect(MediaKind.picture.type(of: bytes) == type)
    #expect(MediaKind.sound.type(of: bytes) == nil)
  }

  @Test(
    "is told for sounds, too",
    arguments: [
      (Array("1234ftypM4A ".utf8), "audio/mp4"), (Array("ID3\u{3}".utf8), "audio/mpeg"),
      (Array("RIFF1234WAVEfmt ".utf8), "audio/wav"),
    ] as [([UInt8], String)]
  )
  func sounds(_ bytes: [UInt8], _ type: String) {
    #expect(MediaKind.sound.type(of: bytes) == type)
    #expect(MediaKind.picture.type(of: bytes) == nil)
  }

  @Test(
    "is told in words where it is something else",
    arguments: [
      ("", "an empty body"), (" <!doctype html>", "HTML"), ("<feed/>", "XML"), ("{}", "JSON"),
      ("hello", "unknown bytes"), ("GIF89a", "image/gif"), ("RIFF", "unknown bytes"),
    ]
  )
  func others(_ text: String, _ words: String) {
    #expect(MediaKind.describe(Array(text.utf8)) == words)
  }
}
