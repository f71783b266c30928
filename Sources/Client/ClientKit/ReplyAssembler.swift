package import BusProtocol
internal import MusicModel

/// Puts the messages that answer one call together, and makes sure that none is missing.
package struct ReplyAssembler: Hashable, Sendable {
  /// The id of the call.
  package let call: String
  private var items: [Entity] = []
  private var page = Page()
  private var partCount = 0
  private var unreadableCount = 0

  /// What a message was.
  package enum Step: Hashable, Sendable {
    /// Nothing that belongs to this call.
    case foreign
    case part(Part)
    case done(Reply)
  }

  /// More items than this are no answer: the hub's pages have at most 200.
  package static let itemsMax = 10_000

  package init(call: String) { self.call = call }

  /// Takes a message of the session.
  ///
  /// - Throws: ``ClientError/failed(_:)`` where it tells that the call failed, and
  ///   ``ClientError/protocolBroken(_:)`` where something is missing or unreadable.
  package mutating func take(_ message: WireMessage) throws(ClientError) -> Step {
    guard message.header.re == call else { return .foreign }
    switch message.header.type {
    case .part: return .part(try take(part: message))
    case .done: return .done(try take(done: message))
    case .error: throw .failed(try read(message))
    default: return .foreign
    }
  }

  private mutating func take(part message: WireMessage) throws(ClientError) -> Part {
    guard message.header.seq == partCount else {
      throw .protocolBroken("Part \(partCount) of the answer is missing.")
    }
    let part: Part = try read(message)
    partCount += 1
    items += part.items?.elements ?? []
    unreadableCount += (part.items?.skipped ?? 0) + (part.upsert?.skipped ?? 0)
    page.apply(part)
    guard max(items.count, page.count) <= ReplyAssembler.itemsMax else {
      throw .protocolBroken("The answer has more than \(ReplyAssembler.itemsMax) items.")
    }
    return part
  }

  private func take(done message: WireMessage) throws(ClientError) -> Reply {
    let done: Done = try read(message)
    guard done.parts == partCount else {
      throw .protocolBroken("The answer has \(done.parts) parts, and \(partCount) came.")
    }
    var answer = Reply(
      items: items + (done.items?.elements ?? []),
      done: done,
      attachment: message.attachment,
      unreadableCount: unreadableCount + (done.items?.skipped ?? 0)
    )
    if let order = done.ids {
      if let ordered = page.ordered(by: order) {
        answer.items = ordered
      } else if unreadableCount == 0 {
        throw .protocolBroken("The final page holds something that was never sent.")
      } else {
        answer.items = page.items.filter { order.contains($0.id) }
      }
    }
    return answer
  }

  private func read<Body: Decodable>(_ message: WireMessage) throws(ClientError) -> Body {
    do throws(Failure) {
      return try message.decodeBody()
    } catch {
      throw .protocolBroken(error.message)
    }
  }
}
