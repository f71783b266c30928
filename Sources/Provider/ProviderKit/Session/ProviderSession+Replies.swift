internal import BusProtocol
internal import MusicModel

/// Answers: in one message where they fit, in several where they do not.
extension ProviderSession {
  mutating func finish(
    _ id: String,
    _ answer: Reply,
    _ account: CallContext.Account,
    in open: Open
  ) {
    if let media = answer.media, media.bytes.count > open.limits.attachmentBytes {
      let text = "The file has \(media.bytes.count) bytes; a message carries "
      return close(id, with: Failure(.tooLarge, text + "\(open.limits.attachmentBytes)."))
    }
    var done = Done(items: answer.media == nil ? answer.items : nil)
    done.media = answer.media.map { Done.Media(type: $0.type, url: $0.url) }
    done.spent = account.spent.isEmpty ? nil : account.spent
    done.notes = account.notes.isEmpty ? nil : account.notes
    var skipped = account.skipped.values.reduce(0, +)
    if !ItemChunks.fit(done, into: open.limits.bodyBytes) {
      skipped += sendParts(answer.items, of: id, in: open)
      done.items = LenientList([])
    }
    guard let call = calls.removeValue(forKey: id) else { return }
    ended += 1
    done.parts = call.parts
    done.skipped = skipped > 0 ? skipped : nil
    send(Header(type: .done, re: id, sid: open.sid), done, attachment: answer.media?.bytes)
  }

  /// Sends items as parts, in as many as the limit asks for.
  ///
  /// - Returns: how many items were too large for any part.
  mutating func sendParts(_ items: [Entity], of id: String, in open: Open) -> Int {
    let slices = ItemChunks(items, bytesMax: open.limits.bodyBytes)
    for slice in slices.slices {
      guard let call = calls[id] else { break }
      let header = Header(type: .part, re: id, sid: open.sid, seq: call.parts)
      send(header, Part(items: slice))
      calls[id]?.parts += 1
    }
    return slices.left
  }
}
