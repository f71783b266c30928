import BusProtocol

/// A client of the hub with minimal costs: its calls are prepared, and replies are not parsed.
final class HubCaller {
  let socket: RawSocket
  private let sid: String

  convenience init(_ context: RawContext, _ hub: BenchHub) throws {
    try self.init(context, hub.endpoint)
  }

  init(_ context: RawContext, _ endpoint: String) throws {
    socket = try RawSocket(context, .dealer)
    try socket.connect(to: endpoint)
    let hello = Hello(peer: PeerDescription(name: "musicbus-bench", version: "1.0"))
    try socket.send(WireMessage(Header(type: .hello, id: "h"), hello).frames())
    let welcome = try WireMessage(frames: socket.receiveFrames())
    guard welcome.header.type == .welcome, let sid = welcome.header.sid else {
      throw Missing("the hub's welcome: it said \(welcome.header.type)")
    }
    self.sid = sid
  }

  /// The frames of a call.
  func message(_ method: Method, _ parameters: CallParameters, id: String = "c") throws
    -> [[UInt8]]
  {
    let header = Header(type: .call, id: id, sid: sid, method: method, timeoutMs: 10_000)
    return try WireMessage(header, parameters).frames()
  }

  /// Sends a call and returns the frames of the last message of the reply.
  @discardableResult
  func call(_ message: [[UInt8]]) throws -> [[UInt8]] {
    try socket.send(message)
    return try awaitReply()
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

  /// The frames of the last message of the next reply.
  func awaitReply() throws -> [[UInt8]] {
    while true {
      let frames = try socket.receiveFrames()
      if frames[1].firstRange(of: HubCaller.done) != nil { return frames }
      if frames[1].firstRange(of: HubCaller.error) != nil {
        throw Missing("a reply: \(String(decoding: frames.last ?? [], as: UTF8.self))")
      }
    }
  }

  private static let done = Array("\"type\":\"done\"".utf8)
  private static let error = Array("\"type\":\"error\"".utf8)
}

extension HubCaller {
  /// A call whose reply is cached: from the second time on, the hub replies from memory.
  func cachedMessage(albums count: Int) throws -> [[UInt8]] {
    var parameters = CallParameters()
    parameters.id = try? BusCodec.decode(
      from: Array("\"\(BenchHub.providerName(0)):artist:1\"".utf8)
    )
    parameters.limit = count
    return try message(.artistAlbums, parameters)
  }
}
