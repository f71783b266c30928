import BusProtocol
import FavoritesModel
import MusicModel

/// Calls about favourites that wait for the disk: each is answered once, and in its time.
extension Hub {
  mutating func hold(_ wait: PendingFavoritesCall) {
    favorites.waiting.append(wait)
    let next = timers.due(.favorites) ?? wait.mark
    timers.set(.favorites, at: min(next, wait.mark))
  }

  /// Answers with what a change came to, when it is on the disk. What changed nothing may rest on
  /// changes that are not there yet, and waits for these.
  mutating func answer(
    _ done: Done,
    afterSaving change: FavoritesChange?,
    _ ticket: PendingReply
  ) {
    if let change { keep(change) }
    guard let moment = change?.at ?? favorites.document.lastPending else {
      return tell(done, to: ticket)
    }
    hold(PendingFavoritesCall(cause: .saving(moment), ticket: ticket, done: done))
  }

  mutating func keep(_ change: FavoritesChange) {
    act(.favorites(.keep(change)))
    favoritesChanged()
    tellWatchers(of: change)
  }

  /// Takes out those that wait for something.
  mutating func takeWaiting(_ isWanted: (PendingFavoritesCall) -> Bool) -> [PendingFavoritesCall] {
    guard !favorites.waiting.isEmpty else { return [] }
    let taken = favorites.waiting.filter(isWanted)
    if !taken.isEmpty { favorites.waiting.removeAll(where: isWanted) }
    setFavoritesTimer()
    return taken
  }

  /// Tells what came of a change, or that it was made where that is too much to tell.
  mutating func tell(_ done: Done, to ticket: PendingReply) {
    if reply(done, to: ticket) { return }
    var short = Done()
    short.notes = ["It was done; what came of each is too large for one message."]
    reply(short, to: ticket)
  }

  /// The mark of some call has come, and the disk has not answered.
  mutating func favoritesAreLate() {
    let time = turn.now
    if let until = favorites.marksAwaited, until <= time {
      favorites.marksAwaited = nil
      setFavoritesTimer()
      for key in calls.keys.sorted() { settle(key) }
    }
    let late = takeWaiting { $0.mark <= time }
    // They are answered with what is in memory.
    begin(late.filter(\.isLooking))
    for late in late where !late.isLooking {
      let text =
        late.isOpening
        ? "The favourites \(favorites.path) are still being opened."
        : "The disk has not answered in time; the change may be kept all the same."
      let code = late.isOpening ? ErrorCode.favoritesUnavailable : .deadlineExceeded
      reply(Failure(code, text, retryAfterMs: late.isOpening ? 1000 : nil), to: late.ticket)
    }
  }

  /// Calls that have waited begin, with the time that is left to them.
  mutating func begin(_ waits: [PendingFavoritesCall]) {
    for wait in waits {
      guard case (var message, let since)? = wait.postponed, isThere(wait.ticket) else { continue }
      let timeoutMs = message.header.timeoutMs ?? settings.timeoutDefaultMs
      message.header.timeoutMs = max(1, timeoutMs - (turn.now - since))
      // It was counted when it came.
      watchers.uncountCall()
      call(message, of: wait.ticket.client)
    }
  }

  /// - Returns: whether it is a call that waits here; it is answered then.
  mutating func cancelFavorites(_ call: String, of sid: String) -> Bool {
    let found = takeWaiting { $0.ticket.isOf(call, sid) }
    for wait in found {
      let text = "The call was cancelled; a change may be kept all the same."
      reply(Failure(.cancelled, text), to: wait.ticket)
    }
    return !found.isEmpty
  }

  /// The hub stops: nobody can be told any more what becomes of a change.
  mutating func refuseFavorites(_ failure: Failure) {
    for wait in takeWaiting({ _ in true }) { reply(failure, to: wait.ticket) }
  }

  mutating func setFavoritesTimer() {
    let marks = favorites.waiting.map(\.mark) + [favorites.marksAwaited].compactMap(\.self)
    if let mark = marks.min() {
      timers.set(.favorites, at: mark)
    } else {
      timers.cancel(.favorites)
    }
  }
}
