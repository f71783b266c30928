import BusProtocol
import MusicModel

/// A place where bytes of strangers come in. Whatever they are, it neither crashes nor hangs.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// The frames of a message, a zero byte between each two.
  case frames
  case header
  case body
  /// A manifest, or a descriptor.
  case document
  /// The body with which a provider ends a call, at a hub.
  case answer

  func run(_ bytes: [UInt8]) {
    switch self {
    case .frames:
      let frames = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
      if let message = try? WireMessage(frames: frames) { FuzzTarget.readBody(message.body ?? []) }
    case .header:
      guard let message = try? WireMessage(frames: [WireMessage.tag, bytes]) else { return }
      // What was read is written, and read again.
      let again = (try? message.frames()).flatMap { try? WireMessage(frames: $0) }
      precondition(again?.header == message.header, "A header is not what it was.")
    case .body: FuzzTarget.readBody(bytes)
    case .document:
      _ = try? BusCodec.decode(Manifest.self, from: bytes)
      try? BusCodec.decode(Descriptor.self, from: bytes).check()
    case .answer: AnsweredHub.take(bytes)
    }
  }

  private static func readBody(_ bytes: [UInt8]) {
    read(Hello.self, bytes)
    read(Welcome.self, bytes)
    read(Reject.self, bytes)
    read(CallParameters.self, bytes)
    read(Part.self, bytes)
    read(Done.self, bytes)
    read(Failure.self, bytes)
    read(Pong.self, bytes)
    read(Bye.self, bytes)
  }

  private static func read<Body: Codable>(_ type: Body.Type, _ bytes: [UInt8]) {
    do {
      let body = try BusCodec.decode(type, from: bytes)
      let written = try BusCodec.encode(body)
      let again = try BusCodec.decode(type, from: written)
      let isSame = try BusCodec.encode(again) == written
      precondition(isSame, "A \(type) is not what it was.")
    } catch {
      _ = BusCodec.describe(error)
    }
  }
}
