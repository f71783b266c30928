package import BusProtocol
internal import HostKit

extension BusClient {
  /// Watches the hub: passes the full state and then each change to `show`. It ends with the hub,
  /// or when the user interrupts.
  ///
  /// - Throws: ``ClientError/hubLost`` if the hub ends, ``ClientError/interrupted(signal:)`` after a signal.
  package func watch(_ show: (Part) throws -> Void) throws {
    let call = try connection.call(.watchHub, CallParameters(), timeoutMs: nil)
    var partCount = 0
    while true {
      switch try next(Deadline.after(BusClient.waitInterval), of: call) {
      case .event(.callMessage(let message)) where message.header.re == call:
        guard message.header.type == .part else { throw try BusClient.end(message) }
        guard message.header.seq == partCount else {
          throw ClientError.protocolError("Part \(partCount) of the watch is missing.")
        }
        partCount += 1
        try show(try BusClient.read(message))
      case .event(.ended(let bye)) where bye.code == .slowConsumer:
        throw ClientError.refused(bye)
      case .event(.ended), .hubLost: throw ClientError.hubLost
      case .event, .deadline, .woken: break
      }
    }
  }

  /// The length of one wait; the watch itself has no deadline.
  private static let waitInterval = Duration.seconds(60)

  private static func end(_ message: WireMessage) throws(ClientError) -> ClientError {
    guard message.header.type == .error else {
      return .protocolError("The hub ended the watch.")
    }
    let error = ClientError.failed(try read(message))
    return error.isHubLost ? .hubLost : error
  }

  private static func read<Body: Decodable>(_ message: WireMessage) throws(ClientError) -> Body {
    do throws(Failure) {
      return try message.decodeBody()
    } catch {
      throw .protocolError(error.message)
    }
  }
}
