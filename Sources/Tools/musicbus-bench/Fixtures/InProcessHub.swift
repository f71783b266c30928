import BusProtocol
import HubCore
import MusicModel

/// The hub without sockets and processes: messages as bytes in, messages as bytes out. Its
/// allocations are counted in a separate process under valgrind.
struct InProcessHub {
  private var hub = Hub(settings: HubSettings(), bootID: "bench", now: Instant(milliseconds: 0))
  private let client = Peer(.client, routing: [0])
  /// The sessions by connection.
  private var sids: [Peer: String] = [:]
  private var replyCount = 0
  private var providerCalls: [(peer: Peer, call: String)] = []
  private var number = 0
  private let body: [UInt8]

  /// The process itself: `musicbus-bench model-hub KIND:COUNT`, where the kind is `cached` or `fanout`.
  ///
  /// `unsent-KIND` makes the messages of clients and providers, but the hub does not receive them;
  /// `read-fanout` also reads the records in them.
  static func serve(_ work: String) throws {
    let words = work.split(separator: ":")
    let count = words.last.flatMap { Int($0) } ?? 0
    var model = try InProcessHub()
    for kind in ["cached", "fanout"] { try model.call(kind) }
    switch words.first {
    case "cached"?, "fanout"?: for _ in 0..<count { try model.call(String(words[0])) }
    case "unsent-cached"?: for _ in 0..<count { try model.makeMessages("cached") }
    case "unsent-fanout"?: for _ in 0..<count { try model.makeMessages("fanout") }
    case "read-fanout"?:
      for _ in 0..<count {
        try model.makeMessages("fanout")
        for _ in model.providers { blackHole(try BusCodec.decode(Done.self, from: model.body)) }
      }
    default: throw Missing("the kind of call \"\(work)\"")
    }
  }

  private init() throws {
    body = try StubProvider.body(25, of: "model-0")
    let ids = (0..<3).compactMap { ProviderID(rawValue: BenchHub.providerName($0)) }
    try take(
      .providersFound(
        DiscoveryResult(
          ids.map { Manifest(id: $0, executable: "none", methods: [.searchAlbums, .artistAlbums]) }
        )
      )
    )
    for (index, id) in ids.enumerated() {
      try take(.providerSpawned(id, token: id.rawValue, pid: index + 1))
      let peer = Peer(.provider, routing: [UInt8(index)])
      let hello = try StubProvider.hello(id.rawValue, id.rawValue)
      try receive(WireMessage(Header(type: .hello, id: "h"), hello), from: peer)
    }
    let hello = Hello(peer: PeerDescription(name: "bench", version: "1.0"))
    try receive(WireMessage(Header(type: .hello, id: "h"), hello), from: client)
  }

  /// Makes one call and receives its whole reply.
  private mutating func call(_ kind: String) throws {
    try take(.received(WireMessage(frames: callFrames(kind)), from: client))
    for (peer, call) in providerCalls {
      try take(.received(WireMessage(frames: replyFrames(to: call, from: peer)), from: peer))
    }
    providerCalls = []
    guard replyCount == number else { throw Missing("the hub's reply to call \(number)") }
  }

  /// Makes the messages of one call and of its providers' replies.
  private mutating func makeMessages(_ kind: String) throws {
    blackHole(try callFrames(kind))
    guard kind == "fanout" else { return }
    for peer in providers { blackHole(try replyFrames(to: "p1", from: peer)) }
  }

  private var providers: [Peer] { sids.keys.filter { $0 != client } }

  private mutating func callFrames(_ kind: String) throws -> [[UInt8]] {
    number += 1
    var parameters = CallParameters()
    parameters.limit = 25
    if kind == "cached" {
      parameters.id = EntityID(namespace: "model-0", type: "artist", value: "1")
      parameters.providers = ProviderID(rawValue: "model-0").map { [$0] }
    } else {
      parameters.text = "\(number)"
    }
    let method: Method = kind == "cached" ? .artistAlbums : .searchAlbums
    let header = Header(type: .call, id: "c\(number)", sid: sids[client], method: method)
    return try WireMessage(header, parameters).frames()
  }

  private func replyFrames(to call: String, from peer: Peer) throws -> [[UInt8]] {
    try WireMessage(Header(type: .done, re: call, sid: sids[peer]), body: body).frames()
  }

  private mutating func receive(_ message: WireMessage, from peer: Peer) throws {
    try take(.received(WireMessage(frames: message.frames()), from: peer))
  }

  private mutating func take(_ event: Event) throws {
    for case .send(let message, let peer) in hub.handle(event, at: Instant(milliseconds: number)) {
      blackHole(try message.frames())
      switch (message.header.type, peer.side) {
      case (.welcome, _): sids[peer] = message.header.sid
      case (.done, .client): replyCount += 1
      case (.call, .provider): providerCalls.append((peer, message.header.id ?? ""))
      default: break
      }
    }
  }
}
