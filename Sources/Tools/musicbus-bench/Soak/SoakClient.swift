import BusProtocol
import FoundationEssentials
import Glibc

/// A client that makes all kinds of calls and checks the replies.
struct SoakClient {
  private static let maxUnderWay = 8
  private static let helloAgainMicroseconds = 2e6
  /// After this silence the hub is pinged, to check the session.
  private static let silenceMicroseconds = 1e6

  private let socket: RawSocket
  private var random: SoakRandom
  private var sid: String?
  private var calls = SoakCalls()
  private var helloSent = 0.0
  private var heard = 0.0
  private var number = 0
  private var isLeaving = false

  /// The process itself: `musicbus-bench soak-client ENDPOINT`. It reports when its input ends.
  static func serve(at endpoint: String) throws {
    var client = try SoakClient(endpoint)
    try client.run()
    Output.line(String(decoding: try BusCodec.encode(client.calls.report), as: UTF8.self))
  }

  private init(_ endpoint: String) throws {
    socket = try RawSocket(RawContext(), .dealer, timeoutMs: 50)
    try socket.connect(to: endpoint)
    random = SoakRandom(seed: UInt64(getpid()))
  }

  private mutating func run() throws {
    while !(isLeaving && calls.count == 0) {
      if !isLeaving { isLeaving = StubProvider.leaseHasEnded }
      do {
        try speak()
        try listen()
      } catch let error as RawError where error.isTimeout {
        // The hub is away, or has nothing to say.
      }
      calls.removeExpired()
    }
  }

  private mutating func speak() throws {
    guard let sid else {
      if isLeaving { calls.sessionIsLost() }
      guard Stopwatch.nowMicroseconds - helloSent > SoakClient.helloAgainMicroseconds else {
        return
      }
      helloSent = Stopwatch.nowMicroseconds
      let hello = Hello(peer: PeerDescription(name: "soak", version: "1.0"))
      return try socket.send(WireMessage(Header(type: .hello, id: "h"), hello).frames())
    }
    while !isLeaving, calls.count < SoakClient.maxUnderWay { try call(sid) }
    if Stopwatch.nowMicroseconds - heard > SoakClient.silenceMicroseconds {
      heard = Stopwatch.nowMicroseconds
      try call(.hubStatus, CallParameters(), sid, timeoutMs: 2_000)
    }
    if random.roll(200) == 0, let id = calls.names.first {
      try socket.send(WireMessage(Header(type: .cancel, re: id, sid: sid)).frames())
    }
  }

  private mutating func call(_ sid: String) throws {
    var parameters = CallParameters()
    var method = Method.searchAlbums
    switch random.roll(20) {
    case 0: method = .hubStatus
    case 1: method = .listProviders
    case 2: method = Method(rawValue: "no.such")
    case 3: parameters.limit = 201
    case 4..<10:
      method = .artistAlbums
      let artist =
        "\"\(BenchHub.providerName(random.roll(Soak.providers))):artist:\(random.roll(50))\""
      parameters.id = try? BusCodec.decode(from: Array(artist.utf8))
    case 10..<12: parameters.text = "10 \(getpid()) \(number)"
    case 12: parameters.text = "100 \(random.roll(1000))"
    default: parameters.text = "\([1, 10, 25][random.roll(3)]) \(random.roll(500))"
    }
    try call(method, parameters, sid, timeoutMs: [300, 2_000, 10_000][random.roll(3)])
  }

  private mutating func call(
    _ method: Method,
    _ parameters: CallParameters,
    _ sid: String,
    timeoutMs: Int
  ) throws {
    number += 1
    let id = "c\(number)"
    let header = Header(type: .call, id: id, sid: sid, method: method, timeoutMs: timeoutMs)
    try socket.send(WireMessage(header, parameters).frames())
    calls.sent(id, timeoutMs: timeoutMs)
  }

  private mutating func listen() throws {
    let message = try WireMessage(frames: socket.receiveFrames())
    heard = Stopwatch.nowMicroseconds
    let header = message.header
    switch header.type {
    case .welcome:
      // A hello that was said twice ends what the first one began.
      calls.sessionIsLost()
      sid = header.sid
      calls.sessionHasBegun()
    case .ping:
      try socket.send(WireMessage(Header(type: .pong, re: header.id, sid: sid)).frames())
    case .part, .done, .error:
      guard header.sid == sid else { return }
      let failure: Failure? = header.type == .error ? try message.decodeBody() : nil
      calls.received(header, parts: SoakClient.parts(of: message), code: failure?.code)
    case .bye:
      sid = nil
      calls.sessionIsLost()
    default: calls.complain("the hub sends \(header.type.rawValue)")
    }
  }

  /// The number of parts that the hub claims to have sent.
  private static func parts(of message: WireMessage) -> Int? {
    struct Counted: Decodable { var parts: Int? }
    guard message.header.type == .done else { return nil }
    return (try? message.decodeBody(Counted.self))?.parts ?? 0
  }
}
