import BusProtocol
import Testing

/// Bodies in tests; an encoding or decoding error is recorded as an issue.
extension WireMessage {
  static func written(_ header: Header, _ body: (some Encodable)?, attachment: [UInt8]? = nil)
    -> WireMessage
  {
    do {
      let bytes = try body.map { try JSONCodec.encode($0) }
      return WireMessage(header, body: bytes, attachment: attachment)
    } catch {
      Issue.record("Could not encode the body of \(header): \(error)")
      return WireMessage(header)
    }
  }

  func read<Body: Decodable>(_ type: Body.Type = Body.self) -> Body? {
    do {
      return try decodeBody(type)
    } catch {
      Issue.record("\(error.message)")
      return nil
    }
  }
}
