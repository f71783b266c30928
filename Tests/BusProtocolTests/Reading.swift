import BusProtocol
import MusicModel
import TestKit

/// Reads what a vector holds, as far as this code goes, and writes it again.
enum Reading {
  /// Reads and writes the body of a message; a difference between the first and the second reading
  /// is an error.
  typealias Body = @Sendable (WireMessage, _ direction: String) throws -> Void

  /// By message type. The bodies of `ping` and `cancel` are not read.
  static let bodies: [MessageType: Body] = [
    .hello: body(Hello.self) { try $0.descriptor?.check() },
    .welcome: body(Welcome.self),
    .reject: body(Reject.self),
    .pong: body(Pong.self),
    .call: { message, direction in
      let read = body(CallParameters.self) { parameters in
        guard let method = message.header.method else { throw Failure(.invalidHeader, "no method") }
        try parameters.check(
          for: method,
          receiver: direction == "client-to-hub" ? .hub : .provider
        )
      }
      try read(message, direction)
    },
    .part: body(Part.self),
    .done: body(Done.self),
    .error: body(Failure.self),
    .bye: body(Bye.self),
  ]

  /// By the name of a document.
  static let documents: [String: @Sendable ([UInt8]) throws -> Void] = [
    "start-line": document(StartLine.self),
    "manifest": document(Manifest.self),
    "index": document(ProviderIndex.self) { try $0.check() },
    "descriptor": document(Descriptor.self) { try $0.check() },
    "artist": document(Artist.self),
    "album": document(Album.self),
    "song": document(Song.self),
    "chart": document(Chart.self),
    "lyrics": document(Lyrics.self) { try $0.check() },
  ]

  /// Decodes a message as far as possible without context, and encodes it again.
  static func message(_ vector: Vector) throws {
    let message = try WireMessage(frames: vector.frames)
    try again(message.header)
    try bodies[message.header.type]?(message, vector.direction)
    let written = try WireMessage(frames: message.frames())
    guard written == message else { throw Difference(what: "\(vector)") }
  }

  private static func body<Value: Codable & Hashable & SendableMetatype>(
    _ type: Value.Type,
    _ check: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) -> Body {
    { message, _ in
      let value = try message.decodeBody(type)
      try check(value)
      try again(value)
    }
  }

  private static func document<Value: Codable & Hashable & SendableMetatype>(
    _ type: Value.Type,
    _ check: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) -> @Sendable ([UInt8]) throws -> Void {
    { bytes in
      let value = try JSONCodec.decode(type, from: bytes)
      try check(value)
      try again(value)
    }
  }

  private static func again<Value: Codable & Hashable & SendableMetatype>(_ value: Value) throws {
    let written = try JSONCodec.encode(value)
    let second = try JSONCodec.decode(Value.self, from: written)
    guard try JSONCodec.encode(second) == written else { throw Difference(what: "\(value)") }
  }

  /// The encoded message decodes to another value than the original one.
  struct Difference: Error, Hashable {
    var what: String
  }
}
