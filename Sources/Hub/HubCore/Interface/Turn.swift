import MusicModel

/// State shared by all machines during one turn: time, timers, numbers, actions and the work list.
struct Turn: Sendable {
  private(set) var now: Instant
  var timers = TimerQueue()
  private(set) var actions: [Action] = []
  /// What is left to do, bounded in a turn; the rest is done in the next one, which is due immediately.
  private var work: [Work] = []
  /// Index of the work to do next.
  private var next = 0
  private var doneCount = 0
  private let maxWork: Int
  /// The end of the grace period after a hub stall; until then, peers are not timed out.
  ///
  /// The hub may not have read their messages.
  private(set) var graceUntil: Instant
  private var limiters: [LogSource: LogRateLimiter] = [:]
  private var unixOffsetMs: Int?
  private var number = 0

  init(now: Instant, maxWork: Int) {
    self.now = now
    self.maxWork = maxWork
    graceUntil = now
  }

  /// Milliseconds since 1970, if known.
  var unixMs: Int? { unixOffsetMs.map { now.milliseconds + $0 } }

  /// Sets the time; it never goes back.
  mutating func begin(at time: Instant) {
    now = max(now, time)
    doneCount = 0
  }

  mutating func setClock(unixMs: Int) { unixOffsetMs = unixMs - now.milliseconds }

  mutating func setGrace(until time: Instant) { graceUntil = time }

  /// Returns a number that was not used before.
  mutating func nextNumber() -> Int {
    number += 1
    return number
  }

  mutating func perform(_ action: Action) { actions.append(action) }

  mutating func log(_ level: LogLevel, _ text: String) { perform(.log(level, text)) }

  /// Who causes the lines of a level.
  private struct LogSource: Hashable {
    let level: LogLevel
    /// Empty for sources beyond the maximum that are told apart.
    let name: String
  }

  /// The number of sources of lines that are told apart.
  static let maxLogSources = 64

  /// Logs a line that a peer can cause as often as it likes. The lines of one do not suppress those of another, as long as there are not
  /// too many.
  mutating func logLimited(_ level: LogLevel, about name: String, _ text: String) {
    var source = LogSource(level: level, name: name)
    if limiters[source] == nil, limiters.count >= Turn.maxLogSources {
      limiters = limiters.filter { !$0.value.hasEnded(at: now) }
      if limiters.count >= Turn.maxLogSources { source = LogSource(level: level, name: "") }
    }
    switch limiters[source, default: LogRateLimiter()].take(at: now) {
    case .write: log(level, text)
    case .writeLast:
      let seconds = LogRateLimiter.windowMs / 1000
      log(level, "\(text) Further messages about \(name) are suppressed for \(seconds) s.")
    case .suppress: break
    }
  }

  /// Adds work; `Hub.finishWork` does it.
  mutating func post(_ work: Work) { self.work.append(work) }

  /// Whether there is work to do in this turn.
  var hasNext: Bool { !isIdle && doneCount < maxWork }

  /// Whether all work is done.
  var isIdle: Bool { next == work.count }

  /// Removes the oldest work; `nil` if none is left, or the turn has done too much.
  mutating func takeNext() -> Work? {
    guard doneCount < maxWork else { return nil }
    guard next < work.count else {
      if next > 0 {
        work.removeAll(keepingCapacity: true)
        next = 0
      }
      return nil
    }
    doneCount += 1
    next += 1
    return work[next - 1]
  }

  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }
}

/// What is left to do for a call in this turn. The hub does it first in, first out (`Hub.finishWork`).
enum Work: Sendable {
  /// A lane has something to tell who waits for a call of it.
  case news(LaneNews, of: ProviderID, for: Waiter)
  /// Something happens to a call.
  case call(ClientCallID, ClientCall.Input)
  /// A part of a call tells it something.
  case part(PartNews, CallPart)
}

/// Limits the log lines that peers and providers cause.
package struct LogRateLimiter: Sendable {
  package static let windowMs = 10_000
  package static let maxLines = 20

  private let maxLines: Int
  private var start: Instant?
  private var count = 0

  /// - Parameter maxLines: the number of lines in ``windowMs``.
  package init(maxLines: Int = LogRateLimiter.maxLines) { self.maxLines = maxLines }

  package enum Decision: Hashable, Sendable {
    case write
    /// Write the line; later ones are suppressed.
    case writeLast
    case suppress
  }

  /// Whether the next line begins a new window.
  package func hasEnded(at now: Instant) -> Bool {
    start.map { now - $0 >= LogRateLimiter.windowMs } ?? true
  }

  /// Decides whether one more line is written.
  package mutating func take(at now: Instant) -> Decision {
    if hasEnded(at: now) {
      start = now
      count = 0
    }
    count += 1
    if count < maxLines { return .write }
    return count == maxLines ? .writeLast : .suppress
  }
}
