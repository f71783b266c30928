import BusProtocol
import ClientKit
import HTTPServer
import MusicModel
import Synchronization

/// Sends a song, or a range of it, part by part: the next part is requested when the last one was taken for
/// sending, so that a paused player stops the transfer.
final class SongTransfer: Sendable {
  private struct State {
    var stream: HTTPStream?
    /// What the first part said of the song.
    var song: Done.Media?
    /// The bytes of the song that are still to be sent.
    var rest = 0..<0
    var running: CallQueue.Number?
  }

  /// The size of a part.
  private static let partBytes = 1024 * 1024
  /// As much as tells the type of a song.
  private static let headBytes = 1024

  private let request: HTTPRequest
  private let call: MethodResource.Call
  private let queue: CallQueue
  private let state = Mutex(State())

  init(_ request: HTTPRequest, _ call: MethodResource.Call, _ queue: CallQueue) {
    self.request = request
    self.call = call
    self.queue = queue
  }

  /// The call for the first part.
  var first: MethodResource.Call {
    // Before the length is known, a range from the end begins nowhere: the song is then sent as a whole.
    if case .part(let range) = range(of: .max), range.lowerBound <= WireForm.maxInteger {
      return call(for: range)
    }
    return call(for: 0..<(request.method == "HEAD" ? SongTransfer.headBytes : .max))
  }

  /// The range that is requested of a song of this length.
  private func range(of totalBytes: Int) -> ByteRange {
    guard request.method == "GET", request["if-range"] == nil, let text = request["range"] else {
      return .whole
    }
    return ByteRange(text, of: totalBytes)
  }

  private func call(for range: Range<Int>, at provider: ProviderID? = nil) -> MethodResource.Call {
    var call = call
    call.parameters.firstByte = range.lowerBound
    call.parameters.maxBytes = min(range.count, SongTransfer.partBytes)
    if let provider { call.parameters.providers = [provider] }
    return call
  }

  /// The response that begins with the first part.
  func response(_ message: WireMessage) -> HTTPResponse {
    let done: Done? = try? message.decodeBody()
    guard let song = done?.media, let first = song.firstByte, let total = song.totalBytes,
      let bytes = message.attachment
    else { return Problem(502, .upstreamBadData, "The reply contains no part of a song.").response }
    var response = HTTPResponse(200, type: MediaCache.safeType(song.type))
    var rest = 0..<total
    switch range(of: total) {
    case .unsatisfiable:
      response = HTTPResponse(416)
      response.add("Content-Range", "bytes */\(total)")
      return response
    case .part(let range) where range.lowerBound == first:
      rest = range
      response.status = 206
      response.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)")
    case .part, .whole: break
    }
    response.add("Accept-Ranges", "bytes")
    if request.method == "HEAD" {
      response.body = .unsent(length: total)
      return response
    }
    let stream = HTTPStream(
      length: rest.count,
      onClose: { [self] in cancel() },
      onDrain: { [self] in next() }
    )
    state.withLock { $0 = State(stream: stream, song: song, rest: rest) }
    pass(bytes)
    response.body = .stream(stream)
    return response
  }

  /// Sends a part, as far as it is wanted.
  private func pass(_ bytes: [UInt8]) {
    state.withLock { state in
      let part = bytes.prefix(state.rest.count)
      state.rest = (state.rest.lowerBound + part.count)..<state.rest.upperBound
      state.stream?.send(part)
      if state.rest.isEmpty { state.stream?.finish() }
    }
  }

  /// Requests the next part, from the source of the first one.
  private func next() {
    let (rest, song) = state.withLock { ($0.rest, $0.song) }
    guard !rest.isEmpty else { return }
    let call = call(for: rest, at: song?.provider)
    let number = queue.submit(.streamGet, call.parameters, timeoutMs: call.timeoutMs) {
      [self] event in
      switch event {
      case .part: break
      case .done(let message): take(message)
      case .failed: breakOff()
      }
    }
    state.withLock { $0.running = number }
  }

  private func take(_ message: WireMessage) {
    let done: Done? = try? message.decodeBody()
    let (rest, song) = state.withLock { ($0.rest, $0.song) }
    guard let part = done?.media, let bytes = message.attachment, !bytes.isEmpty,
      part.firstByte == rest.lowerBound,
      (part.url, part.totalBytes) == (song?.url, song?.totalBytes)
    else { return breakOff() }
    pass(bytes)
  }

  /// Ends the body before its announced length; a player requests the rest, if it wants it.
  private func breakOff() { state.withLock { $0.stream }?.finish() }

  private func cancel() {
    if let number = state.withLock({ $0.running }) { queue.cancel(number) }
  }
}
