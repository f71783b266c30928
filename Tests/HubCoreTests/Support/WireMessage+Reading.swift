import BusProtocol
import Testing

/// Bodies in tests: what cannot be written or read is an issue, and the test goes on.
extension WireMessage {
  static func written(_ header: Header, _ body: (some Encodable)?, attachment: [UInt8]? = nil)
    -> WireMessage
  {
    do {
      let bytes = try body.map { try BusCodec.encode($0) }
      return WireMessage(header, body: bytes, attachment: attachment)
    } catch {
      Issue.record("The body of \(header) could not be written: \(error)")
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
