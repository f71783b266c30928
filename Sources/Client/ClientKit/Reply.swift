package import BusProtocol
package import MusicModel

/// A whole answer, put together from its parts.
package struct Reply: Hashable, Sendable {
  /// What was found, in its order.
  package var items: [Entity]
  /// Sources, totals and the rest; its items are those of ``items``.
  package var done: Done
  /// A picture or a sound.
  package var attachment: [UInt8]?
  /// Items that this client could not read.
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

  /// Whether something that a source might have told is missing.
  package var isPartial: Bool { (done.sources ?? []).contains(where: \.outcome.isMissing) }
}
