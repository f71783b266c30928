import BusProtocol

/// A client of the hub that costs no more than a client of the echo: its calls are written before,
/// and its answers are not read.
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
  func question(_ method: Method, _ parameters: CallParameters, id: String = "c") throws
    -> [[UInt8]]
  {
    let header = Header(type: .call, id: id, sid: sid, method: method, timeoutMs: 10_000)
    return try WireMessage(header, parameters).frames()
  }

  /// Asks, and gives the frames of the last message of the answer.
  @discardableResult
  func ask(_ question: [[UInt8]]) throws -> [[UInt8]] {
    try socket.send(question)
    return try awaitAnswer()
  }

  /// The frames of the last message of the next answer.
  func awaitAnswer() throws -> [[UInt8]] {
    while true {
      let frames = try socket.receiveFrames()
      if frames[1].firstRange(of: HubCaller.done) != nil { return frames }
      if frames[1].firstRange(of: HubCaller.error) != nil {
        throw Missing("an answer: \(String(decoding: frames.last ?? [], as: UTF8.self))")
      }
    }
  }

  private static let done = Array("\"type\":\"done\"".utf8)
  private static let error = Array("\"type\":\"error\"".utf8)
}

extension HubCaller {
  /// A question whose answer is kept: the hub gives it from memory from the second time on.
  func cachedQuestion(albums count: Int) throws -> [[UInt8]] {
    var parameters = CallParameters()
    parameters.id = try? BusCodec.decode(
      from: Array("\"\(BenchHub.providerName(0)):artist:1\"".utf8)
    )
    parameters.limit = count
    return try question(.artistAlbums, parameters)
  }
}
