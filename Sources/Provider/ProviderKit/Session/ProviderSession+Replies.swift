internal import BusProtocol
internal import MusicModel

/// Replies: in one message if they fit, otherwise in parts.
extension ProviderSession {
  mutating func sendDone(
    _ id: String,
    _ reply: Reply,
    _ summary: CallContext.Summary,
    in session: Active
  ) {
    if let media = reply.media, media.bytes.count > session.limits.attachmentBytes {
      let limit = session.limits.attachmentBytes
      let text = "The file has \(media.bytes.count) bytes; the limit is \(limit)."
      return fail(id, with: Failure(.tooLarge, text))
    }
    var done = Done(items: reply.media == nil ? reply.items : nil)
    done.media = reply.media.map { Done.Media(type: $0.type, url: $0.url) }
    done.media?.firstByte = reply.media?.firstByte
    done.media?.totalBytes = reply.media?.totalBytes
    done.collection = reply.collection.map { [$0] }
    done.spent = summary.spent.isEmpty ? nil : summary.spent
    done.notes = summary.notes.isEmpty ? nil : summary.notes
    (done.total, done.listPosition, done.freshMs) = (summary.total, summary.next, summary.freshMs)
    var skipped = summary.skipped.values.reduce(0, +)
    if !ItemChunks.fits(done, into: session.limits.bodyBytes) {
      skipped += sendParts(reply.items, of: id, in: session)
      done.items = LenientList([])
    }
    guard let call = calls.removeValue(forKey: id) else { return }
    completedCount += 1
    done.parts = call.parts
    done.skipped = skipped > 0 ? skipped : nil
    send(Header(type: .done, re: id, sid: session.sid), done, attachment: reply.media?.bytes)
  }

  /// Sends items in as many parts as the size limit requires.
  ///
  /// - Returns: the number of items that are too large for a part.
  mutating func sendParts(_ items: [Entity], of id: String, in session: Active) -> Int {
    let chunks = ItemChunks(items, maxBytes: session.limits.bodyBytes)
    for chunk in chunks.chunks {
      guard let call = calls[id] else { break }
      let header = Header(type: .part, re: id, sid: session.sid, seq: call.parts)
      send(header, Part(items: chunk))
      calls[id]?.parts += 1
    }
    return chunks.skipped
  }

  /// Ends a call with an error and cancels its task.
  mutating func fail(_ id: String, with failure: Failure) {
    guard let call = calls.removeValue(forKey: id), case .active(let session) = state else {
      return
    }
    completedCount += 1
    if tasks.contains(call.task) { emit(.cancel(task: call.task)) }
    if failure.code != .cancelled {
      log("\(call.method) failed: \(failure.code) \(failure.message)")
    }
    var failure = failure
    failure.parts = call.parts
    failure.spent = call.spent.isEmpty ? nil : call.spent
    send(Header(type: .error, re: id, sid: session.sid), failure)
  }
}
