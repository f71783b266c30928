package import BusProtocol
internal import MusicModel

/// Assembles the messages of one call into a reply and checks that none is missing.
package struct ReplyAssembler: Hashable, Sendable {
  private var items: [Entity] = []
  private var page = Page()
  private var partCount = 0
  private var unreadableCount = 0

  /// The result of one message.
  package enum Step: Hashable, Sendable {
    case part(Part)
    case done(Reply)
  }

  /// The maximum number of items in a reply; pages of the hub have at most 200.
  package static let maxItems = 10_000

  package init() {}

  /// Processes a message of the call.
  ///
  /// - Throws: ``ClientError/failed(_:)`` if the call failed, and ``ClientError/protocolError(_:)`` if
  ///   something is missing or invalid.
  package mutating func receive(_ message: WireMessage) throws(ClientError) -> Step {
    switch message.header.type {
    case .part: return .part(try receive(part: message))
    case .done: return .done(try receive(done: message))
    case .error: throw .failed(try read(message))
    default: throw .protocolError("A reply contains a \(message.header.type.rawValue) message.")
    }
  }

  private mutating func receive(part message: WireMessage) throws(ClientError) -> Part {
    guard message.header.seq == partCount else {
      throw .protocolError("Part \(partCount) of the reply is missing.")
    }
    let part: Part = try read(message)
    partCount += 1
    items += part.items?.elements ?? []
    unreadableCount += (part.items?.skipped ?? 0) + (part.upsert?.skipped ?? 0)
    page.apply(part)
    guard max(items.count, page.count) <= ReplyAssembler.maxItems else {
      throw .protocolError("The reply has more than \(ReplyAssembler.maxItems) items.")
    }
    return part
  }

  private func receive(done message: WireMessage) throws(ClientError) -> Reply {
    let done: Done = try read(message)
    guard done.parts == partCount else {
      throw .protocolError("The reply has \(done.parts) parts, but \(partCount) arrived.")
    }
    var reply = Reply(
      items: items + (done.items?.elements ?? []),
      done: done,
      attachment: message.attachment,
      unreadableCount: unreadableCount + (done.items?.skipped ?? 0)
    )
    if let order = done.ids {
      if let ordered = page.ordered(by: order) {
        reply.items = ordered
      } else if unreadableCount == 0 {
        throw .protocolError("The final page contains an item that was never sent.")
      } else {
        reply.items = page.items.filter { order.contains($0.id) }
      }
    }
    return reply
  }

  private func read<Body: Decodable>(_ message: WireMessage) throws(ClientError) -> Body {
    do throws(Failure) {
      return try message.decodeBody()
    } catch {
      throw .protocolError(error.message)
    }
  }
}
