import BusProtocol
import MusicModel

/// A client of the hub with minimal costs: its calls are prepared, and replies are not parsed.
final class HubCaller {
  let socket: RawSocket
  private let sid: String

  init(_ hub: BenchHub) throws {
    socket = try RawSocket(RawContext(), .dealer, timeoutMs: 20_000)
    try socket.connect(to: hub.endpoint)
    let hello = Hello(peer: PeerDescription(name: "musicbus-bench", version: "1.0"))
    try socket.send(WireMessage(Header(type: .hello, id: "h"), hello).frames())
    let welcome = try WireMessage(frames: socket.receiveFrames())
    guard welcome.header.type == .welcome, let sid = welcome.header.sid else {
      throw Missing("the hub's welcome: it said \(welcome.header.type)")
    }
    self.sid = sid
  }

  /// The frames of a call.
  func message(
    _ method: Method,
    id: String = "c",
    _ configure: (inout CallParameters) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    var parameters = CallParameters()
    configure(&parameters)
    let header = Header(type: .call, id: id, sid: sid, method: method, timeoutMs: 20_000)
    return try WireMessage(header, parameters).frames()
  }

  /// Sends a call and returns the frames of the last message of the reply.
  @discardableResult
  func call(_ message: [[UInt8]]) throws -> [[UInt8]] {
    try socket.send(message)
    while true {
      let frames = try socket.receiveFrames()
      if frames[1].firstRange(of: HubCaller.done) != nil { return frames }
      if frames[1].firstRange(of: HubCaller.error) != nil {
        throw Missing("a reply: \(String(decoding: frames.last ?? [], as: UTF8.self))")
      }
    }
  }

  /// Cancels a call, and ignores what else arrives for it.
  func cancel(_ id: String) throws {
    try socket.send(WireMessage(Header(type: .cancel, re: id, sid: sid)).frames())
    while true {
      let header = try socket.receiveFrames()[1]
      guard header.firstRange(of: Array("\"re\":\"\(id)\"".utf8)) != nil else { continue }
      let ends = [HubCaller.done, HubCaller.error]
      if ends.contains(where: { header.firstRange(of: $0) != nil }) { return }
    }
  }

  private static let done = Array("\"type\":\"done\"".utf8)
  private static let error = Array("\"type\":\"error\"".utf8)

  /// The providers that have the settings that they need, once all of them serve.
  func readyProviders() throws -> [ProviderStatus] {
    let end = Stopwatch.nowMicroseconds + 30e6
    while Stopwatch.nowMicroseconds < end {
      let done: Done = try JSONCodec.decode(from: call(message(.providersList))[2])
      let providers = (done.providers ?? []).filter { $0.state != .unconfigured }
      if !providers.isEmpty, providers.allSatisfy({ $0.state == .ready }) { return providers }
    }
    throw Missing("all providers within 30 s")
  }

  /// An album of Daft Punk: from the second time on, the hub replies from memory.
  func cachedMessage() throws -> [[UInt8]] {
    let message = try message(.artistAlbums) {
      ($0.id, $0.limit) = (EntityID("deezer:artist:27"), 1)
      $0.providers = ProviderID(rawValue: "deezer").map { [$0] }
    }
    try call(message)
    return message
  }
}
