import BusProtocol

/// Answers to calls that have waited for something outside of the core.
extension Hub {
  func ticket(
    for header: Header,
    _ parameters: CallParameters,
    of session: ClientSession
  ) throws(Failure) -> PendingReply {
    PendingReply(
      client: session.peer,
      sid: session.sid,
      call: header.id ?? "",
      mark: try budget(of: header, parameters).mark
    )
  }

  /// Whether the session of a call is still there.
  func isThere(_ ticket: PendingReply) -> Bool { clients[ticket.client]?.sid == ticket.sid }

  /// Answers a call, unless its session is over.
  ///
  /// - Returns: whether that fitted into a message; where it did not, nothing was sent.
  @discardableResult
  mutating func reply(_ done: Done, to ticket: PendingReply) -> Bool {
    guard isThere(ticket) else { return true }
    return send(Header(type: .done, re: ticket.call, sid: ticket.sid), done, to: ticket.client)
  }

  mutating func reply(_ failure: Failure, to ticket: PendingReply) {
    guard isThere(ticket) else { return }
    send(Header(type: .error, re: ticket.call, sid: ticket.sid), failure, to: ticket.client)
  }

  /// Whether a call of a session waits so.
  func holds(_ call: String, of sid: String) -> Bool {
    favorites.holds(call, of: sid) || desk.holds(call, of: sid) || cacheDesk.holds(call, of: sid)
  }

  /// How many calls of a session wait so.
  func held(of sid: String) -> Int {
    favorites.count(of: sid) + desk.count(of: sid) + cacheDesk.count(of: sid)
  }

  /// - Returns: whether it is a call that waits so.
  mutating func cancelHeld(_ call: String, of sid: String) -> Bool {
    cancelFavorites(call, of: sid) || cancelVerdict(call, of: sid)
      || cancelCacheOrder(call, of: sid)
  }

  /// Sees to it that a disk that hangs keeps nobody waiting.
  mutating func awaitDisk() {
    timers.cancel(.orders)
    let marks = desk.tickets.map(\.mark) + cacheDesk.tickets.map(\.mark)
    if let mark = marks.min() { timers.set(.orders, at: mark) }
  }

  mutating func ordersAreOverdue() {
    verdictsAreOverdue()
    cacheOrdersAreOverdue()
    awaitDisk()
  }
}
