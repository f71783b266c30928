import BusProtocol
import Glibc
import MusicModel

/// A provider with minimal costs: it searches for two strings and sends prepared bytes. A text `25
/// …` requests 25 albums. Replies to `albums.search` are never fresh, those to `artist.albums`
/// always.
struct StubProvider {
  static let counts = [1, 10, 25, 100, 200]
  /// The number of albums that each artist has: some 10 KB of JSON.
  static let albumsOfArtist = 25

  private let socket: RawSocket
  private let id: String
  private let bodies: [(text: [UInt8], body: [UInt8])]
  private let artistBody: [UInt8]
  private var session: String?
  private var ended = 0

  /// The process itself: `musicbus-bench provider ID`.
  static func serve(_ id: String) throws {
    guard let line = readLine() else { throw Missing("the start line of the hub") }
    let start = try BusCodec.decode(StartLine.self, from: Array(line.utf8))
    var provider = try StubProvider(id)
    try provider.socket.connect(to: start.endpoint)
    let message = try WireMessage(Header(type: .hello, id: "h"), hello(id, start.token))
    try provider.socket.send(message.frames())
    while !leaseHasEnded {
      do {
        try provider.take(provider.socket.receiveFrames())
      } catch let error as RawError where error.isTimeout {
        continue
      }
    }
  }

  private init(_ id: String) throws {
    self.id = id
    socket = try RawSocket(RawContext(), .dealer, timeoutMs: 500)
    bodies = try StubProvider.counts.map { count in
      (Array("\"text\":\"\(count) ".utf8), try StubProvider.body(count, of: id))
    }
    artistBody = try StubProvider.body(StubProvider.albumsOfArtist, of: id)
  }

  /// The body of a reply with this number of albums.
  static func body(_ count: Int, of id: String) throws -> [UInt8] {
    try BusCodec.encode(Done(items: ModelAlbums.list(count, of: id)))
  }

  /// The hello for a hub that has issued this token.
  static func hello(_ id: String, _ token: String) throws -> Hello {
    guard let provider = ProviderID(rawValue: id) else { throw Missing("a provider's id") }
    var descriptor = Descriptor(
      id: provider,
      name: "Model \(id)",
      version: "1.0",
      attribution: .init(text: "Made for measuring.")
    )
    descriptor.inflight = 32
    descriptor.namespaces = ["\(id):album", "\(id):artist"]
    descriptor.methods = [
      Method.searchAlbums.rawValue: .init(cost: [:], freshMs: 0),
      Method.artistAlbums.rawValue: .init(cost: [:], freshMs: 3_600_000),
    ]
    var sample = CallParameters()
    sample.text = "1 "
    descriptor.samples = [.init(method: .searchAlbums, params: sample)]
    let description = PeerDescription(name: id, version: "1.0")
    return Hello(peer: description, token: token, descriptor: descriptor)
  }

  private mutating func take(_ frames: [[UInt8]]) throws {
    guard frames.count > 1 else { return }
    let header = String(decoding: frames[1], as: UTF8.self)
    let name = StubProvider.member("id", of: header) ?? ""
    switch StubProvider.member("type", of: header) {
    case "welcome": session = StubProvider.member("sid", of: header)
    case "ping":
      try send("pong", re: name, Array("{\"ended\":\(ended),\"inflight\":0,\"oldestMs\":0}".utf8))
    case "call":
      ended += 1
      try send("done", re: name, frames.count > 2 ? body(for: frames[2]) : artistBody)
    case "bye", "reject": exit(0)
    default: break
    }
  }

  private func body(for call: [UInt8]) -> [UInt8] {
    bodies.first { call.firstRange(of: $0.text) != nil }?.body ?? artistBody
  }

  private func send(_ type: String, re: String, _ body: [UInt8]) throws {
    let header = "{\"re\":\"\(re)\",\"sid\":\"\(session ?? "")\",\"type\":\"\(type)\"}"
    try socket.send([WireMessage.tag, Array(header.utf8), body])
  }

  /// A member of a header as the hub writes it: a string without escapes.
  private static func member(_ name: String, of header: String) -> String? {
    guard let start = header.firstRange(of: "\"\(name)\":\"")?.upperBound else { return nil }
    return String(header[start...].prefix { $0 != "\"" })
  }

  /// Whether standard input has ended or received data.
  static var leaseHasEnded: Bool {
    var item = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, 0) > 0
  }
}
