package import BusProtocol
internal import HostKit

extension BusClient {
  /// Watches the hub: `show` is given the full state, and then each change, until the hub has ended
  /// or the user has seen enough.
  ///
  /// - Throws: ``ClientError/hubLost`` when the hub ends, and ``ClientError/interrupted(signal:)``
  ///   once a signal has come.
  package func watch(_ show: (Part) throws -> Void) throws {
    let call = try connection.call(.watchHub, CallParameters(), timeoutMs: nil)
    var partCount = 0
    while true {
      switch try next(Deadline.after(BusClient.watchStep), of: call) {
      case .event(.answer(let message)) where message.header.re == call:
        guard message.header.type == .part else { throw try BusClient.end(message) }
        guard message.header.seq == partCount else {
          throw ClientError.protocolBroken("Part \(partCount) of what is watched is missing.")
        }
        partCount += 1
        try show(try BusClient.read(message))
      case .event(.ended(let bye)) where bye.code == .slowConsumer:
        throw ClientError.turnedAway(bye)
      case .event(.ended), .hubEnded: throw ClientError.hubLost
      case .event, .deadline: break
      }
    }
  }

  /// One wait of an endless one.
  private static let watchStep = Duration.seconds(60)

  private static func end(_ message: WireMessage) throws(ClientError) -> ClientError {
    guard message.header.type == .error else {
      return .protocolBroken("What is watched has ended by itself.")
    }
    let error = ClientError.failed(try read(message))
    return error.isLossOfHub ? .hubLost : error
  }

  private static func read<Body: Decodable>(_ message: WireMessage) throws(ClientError) -> Body {
    do throws(Failure) {
      return try message.decodeBody()
    } catch {
      throw .protocolBroken(error.message)
    }
  }
}
