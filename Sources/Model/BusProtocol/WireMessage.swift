import JSON

/// A whole message: tag, header, and optionally body and attachment.
public struct WireMessage: Hashable, Sendable {
  public var header: Header
  /// Unparsed JSON: routing a message does not require its body.
  public var body: [UInt8]?
  /// A picture or a sound.
  public var attachment: [UInt8]?

  /// `MB` and the major version.
  public static let tag = Array("MB1".utf8)

  public init(_ header: Header, body: [UInt8]? = nil, attachment: [UInt8]? = nil) {
    self.header = header
    self.body = body
    self.attachment = attachment
  }

  /// Makes a message from a header and a body that is written as JSON.
  public init(_ header: Header, _ body: some Encodable, attachment: [UInt8]? = nil) throws {
    self.init(header, body: try JSONCodec.encode(body), attachment: attachment)
  }

  /// Reads the body; a missing body is read as an empty object.
  ///
  /// - Throws: `INVALID_PARAMS` for a call, which its sender can correct; `PROTOCOL_VIOLATION` for
  ///   every other type.
  public func decodeBody<Body: Decodable>(_ type: Body.Type = Body.self) throws(Failure) -> Body {
    do {
      return try JSONCodec.decode(type, from: body ?? Array("{}".utf8))
    } catch {
      throw Failure(
        header.type == .call ? .invalidParams : .protocolViolation,
        "The body of \"\(header.type.rawValue)\" is not readable: "
          + JSONCodec.describe(error) + "."
      )
    }
  }
}
