import BusProtocol
import CZeroMQ
import Glibc
import MusicModel

/// A provider for system tests with minimal costs: it needs no source, searches for two strings and sends
/// prepared bytes. Its only argument is its id.
///
/// A search for `10 …` returns 10 albums, which are never fresh. Each artist has 25, some 10 KB of JSON.
@main
struct StubProvider {
  private static let counts = [1, 10, 25]

  private let id: String
  private let socket: DealerSocket
  private let bodies: [(text: [UInt8], body: [UInt8])]
  private let artistBody: [UInt8]
  private var session = ""
  private var ended = 0

  static func main() throws {
    guard let line = readLine(), let id = CommandLine.arguments.last else { return }
    let start = try JSONCodec.decode(StartLine.self, from: Array(line.utf8))
    var provider = try StubProvider(id, start)
    // Until the lease ends.
    while !isReadable(STDIN_FILENO) {
      if let frames = provider.socket.receive() { try provider.handle(frames) }
    }
  }

  private init(_ id: String, _ start: StartLine) throws {
    self.id = id
    socket = DealerSocket(start.endpoint)
    bodies = try StubProvider.counts.map { count in
      (Array("\"text\":\"\(count) ".utf8), try StubProvider.body(count, of: id))
    }
    artistBody = try StubProvider.body(25, of: id)
    var hello = Hello(peer: PeerDescription(name: id, version: "1.0"), token: start.token)
    hello.descriptor = StubProvider.descriptor(of: id)
    socket.send(try WireMessage(Header(type: .hello, id: "h"), hello).frames())
  }

  private mutating func handle(_ frames: [[UInt8]]) throws {
    let message = try WireMessage(frames: frames)
    let header = message.header
    switch header.type {
    case .welcome: session = header.sid ?? ""
    case .ping:
      reply("pong", to: header, Array("{\"ended\":\(ended),\"inflight\":0,\"oldestMs\":0}".utf8))
    case .call:
      ended += 1
      reply("done", to: header, frames.count > 2 ? body(for: frames[2]) : artistBody)
    case .bye, .reject: exit(0)
    default: break
    }
  }

  private func body(for call: [UInt8]) -> [UInt8] {
    bodies.first { call.firstRange(of: $0.text) != nil }?.body ?? artistBody
  }

  private func reply(_ type: String, to header: Header, _ body: [UInt8]) {
    let header = "{\"re\":\"\(header.id ?? "")\",\"sid\":\"\(session)\",\"type\":\"\(type)\"}"
    socket.send([WireMessage.tag, Array(header.utf8), body])
  }

  private static func descriptor(of id: String) -> Descriptor? {
    guard let provider = ProviderID(rawValue: id) else { return nil }
    var descriptor = Descriptor(
      id: provider,
      name: "Stub \(id)",
      version: "1.0",
      attribution: .init(text: "Made for tests.")
    )
    descriptor.inflight = 32
    descriptor.namespaces = ["\(id):album", "\(id):artist"]
    descriptor.methods = [
      Method.albumsSearch.rawValue: .init(cost: [:], freshMs: 0),
      Method.artistAlbums.rawValue: .init(cost: [:], freshMs: 3_600_000),
    ]
    var sample = CallParameters()
    sample.text = "1 "
    descriptor.samples = [.init(method: .albumsSearch, params: sample)]
    return descriptor
  }

  private static func body(_ count: Int, of id: String) throws -> [UInt8] {
    try JSONCodec.encode(Done(items: (0..<count).compactMap { album($0, of: id) }))
  }

  private static func album(_ number: Int, of provider: String) -> Entity? {
    guard let id = EntityID(namespace: provider, type: "album", value: "\(100_000 + number)") else {
      return nil
    }
    // Two words that no other number has.
    let first = ["Amber", "Broken", "Copper", "Distant", "Golden"][number % 5]
    let second = ["Avenue", "Bridges", "Canyon", "Daughters", "Engines"][number / 5 % 5]
    let artist = ArtistReference(name: "The Measured Quartet")
    var album = Album(id: id, title: "\(first) \(second)", artist: artist)
    album.releaseDate = PartialDate(year: 1960 + number % 60)
    album.genres = ["Rock"]
    album.trackCount = 8 + number % 7
    album.copyright = "℗ \(1960 + number % 60) Measured Records Limited"
    album.links = [provider: "https://music.example.org/\(provider)/album/\(100_000 + number)"]
    return .album(album)
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, 0) > 0
  }
}

/// libzmq with nothing around it.
private struct DealerSocket {
  private let pointer: UnsafeMutableRawPointer?

  init(_ endpoint: String) {
    pointer = zmq_socket(zmq_ctx_new(), ZMQ_DEALER)
    for (option, value) in [(ZMQ_RCVTIMEO, 500), (ZMQ_SNDTIMEO, 10_000), (ZMQ_LINGER, 0)] {
      var value = Int32(value)
      zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
    }
    zmq_connect(pointer, endpoint)
  }

  func send(_ frames: [[UInt8]]) {
    for (index, frame) in frames.enumerated() {
      zmq_send(pointer, frame, frame.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// The next message; `nil` after half a second.
  func receive() -> [[UInt8]]? {
    var frames: [[UInt8]] = []
    var message = zmq_msg_t()
    repeat {
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      guard zmq_msg_recv(&message, pointer, 0) >= 0 else { return nil }
      let count = zmq_msg_size(&message)
      frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: count)))
      if zmq_msg_more(&message) == 0 { return frames }
    } while true
  }
}
