package import BusProtocol
package import MusicModel

/// A complete reply, assembled from its parts.
package struct Reply: Hashable, Sendable {
  /// The results in order.
  package var items: [Entity]
  /// Sources, totals and so on; its items are included in ``items``.
  package var done: Done
  /// An image or a sound.
  package var attachment: [UInt8]?
  /// The number of items that this client could not decode.
  package var unreadableCount: Int

  package init(
    items: [Entity],
    done: Done,
    attachment: [UInt8]? = nil,
    unreadableCount: Int = 0
  ) {
    self.items = items
    self.done = done
    self.attachment = attachment
    self.unreadableCount = unreadableCount
  }

  /// One reply with the items of all; of each source, the report of the reply in which it went worst.
  package static func merged(_ replies: [Reply]) -> Reply {
    var done = Done()
    done.sources = SourceReport.merged(replies.flatMap { $0.done.sources ?? [] })
    done.notes = replies.flatMap { $0.done.notes ?? [] }
    var reply = Reply(items: replies.flatMap(\.items), done: done)
    reply.unreadableCount = replies.reduce(0) { $0 + $1.unreadableCount }
    return reply
  }

  /// Whether the results of a source are missing that is not only deferred.
  package var isPartial: Bool {
    (done.sources ?? []).contains { $0.outcome.isMissing && $0.outcome != .deferred }
  }
}
