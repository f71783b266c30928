import BusProtocol
import MusicModel

/// Pages: cut from the list, sent in messages that are not too large, shown as they form.
extension Hub {
  /// Sends the page that a call asked for, and ends the call.
  mutating func answer(_ call: ClientCall, _ answer: ListResult) {
    var call = call
    let page = answer.page(of: call).map(favorites.withFavoriteMark)
    var done = Done()
    done.sources = answer.sources
    if call.isList {
      done.total = answer.list.count
      done.totalIsExact = answer.exact
      done.next = answer.next(after: call)
    }
    if call.stream != nil { done.ids = page.map(\.id) }
    cacheReply(answer, page: page, done: done, of: call)
    let isSent: Bool
    if call.stream != nil {
      isSent = show(page, of: &call) && send(done, of: call)
    } else {
      isSent = send(page, then: done, of: &call)
    }
    if isSent { forget(call) } else { failTooLarge(call) }
  }

  /// Sends all but the last slice of a long page ahead, and the rest with the end.
  mutating func send(_ page: [Entity], then done: Done, of call: inout ClientCall) -> Bool {
    var rest = page[...]
    while rest.count > settings.itemsPerMessage {
      let slice = Array(rest.prefix(settings.itemsPerMessage))
      guard send(slice, in: { Part(items: $0) }, of: &call) else { return false }
      rest = rest.dropFirst(slice.count)
    }
    var done = done
    done.items = LenientList(Array(rest))
    if send(done, of: call) { return true }
    done.items = LenientList([])
    return send(Array(rest), in: { Part(items: $0) }, of: &call) && send(done, of: call)
  }

  private mutating func send(_ done: Done, of call: ClientCall) -> Bool {
    var done = done
    done.parts = call.partsSent
    let sid = sessions.sid(of: call.client)
    return send(Header(type: .done, re: call.id, sid: sid), done, to: call.client)
  }

  mutating func failTooLarge(_ call: ClientCall) {
    let limit = settings.limits.bodyBytes
    var failure = Failure(.tooLarge, "An entity of the answer has more than \(limit) bytes.")
    failure.parts = call.partsSent
    let sid = sessions.sid(of: call.client)
    send(Header(type: .error, re: call.id, sid: sid), failure, to: call.client)
    forget(call, as: .error)
  }

  /// Shows a caller that streams what its page looks like now.
  mutating func showPage(of key: ClientCallID) {
    guard var call = calls[key], call.stream != nil, !call.records.isEmpty else { return }
    let list = call.list(of: call.merged(by: entityIndex.resolver))
    let page = list.dropFirst(call.offset).prefix(call.pageLength).map(favorites.withFavoriteMark)
    let isSent = show(page, of: &call)
    calls[key] = call
    guard !isSent else { return }
    failTooLarge(call)
    giveUp(call)
  }

  private mutating func show(_ page: [Entity], of call: inout ClientCall) -> Bool {
    guard let step = call.stream?.step(to: page) else { return true }
    var rest = step.upsert[...]
    var gone = step.gone
    repeat {
      let slice = Array(rest.prefix(settings.itemsPerMessage))
      guard send(slice, in: { Part(upsert: $0, gone: gone) }, of: &call) else { return false }
      rest = rest.dropFirst(slice.count)
      gone = []
    } while !rest.isEmpty
    return true
  }

  /// Sends entities in one part, or in as many as their bytes need.
  private mutating func send(
    _ entities: [Entity],
    in part: ([Entity]) -> Part,
    of call: inout ClientCall
  ) -> Bool {
    let sid = sessions.sid(of: call.client)
    let header = Header(type: .part, re: call.id, sid: sid, seq: call.partsSent)
    if send(header, part(entities), to: call.client) {
      call.partsSent += 1
      return true
    }
    guard entities.count > 1 else { return false }
    let half = entities.count / 2
    return send(Array(entities.prefix(half)), in: part, of: &call)
      && send(Array(entities.dropFirst(half)), in: part, of: &call)
  }
}
