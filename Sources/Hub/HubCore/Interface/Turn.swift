import MusicModel

/// State shared by all machines during one turn: time, timers, numbers, actions and effects.
struct Turn: Sendable {
  private(set) var now: Instant
  var timers = TimerQueue()
  private(set) var actions: [Action] = []
  private var effects: [Effect] = []
  /// Index of the effect to deliver next.
  private var next = 0
  /// The end of the grace period after a hub stall; until then, peers are not timed out.
  ///
  /// The hub may not have read their messages.
  private(set) var graceUntil: Instant
  private var unixOffsetMs: Int?
  private var number = 0

  init(now: Instant) {
    self.now = now
    graceUntil = now
  }

  /// Milliseconds since 1970, if known.
  var unixMs: Int? { unixOffsetMs.map { now.milliseconds + $0 } }

  /// Sets the time; it never goes back.
  mutating func begin(at time: Instant) { now = max(now, time) }

  mutating func setClock(unixMs: Int) { unixOffsetMs = unixMs - now.milliseconds }

  mutating func setGrace(until time: Instant) { graceUntil = time }

  /// Returns a number that was not used before.
  mutating func nextNumber() -> Int {
    number += 1
    return number
  }

  mutating func perform(_ action: Action) { actions.append(action) }

  mutating func log(_ level: LogLevel, _ text: String) { perform(.log(level, text)) }

  /// Queues an effect; `Hub.performEffects` delivers it to one machine.
  mutating func post(_ effect: Effect) { effects.append(effect) }

  /// Whether all effects were delivered.
  var isIdle: Bool { next == effects.count }

  /// Removes the oldest effect.
  mutating func takeNext() -> Effect? {
    guard next < effects.count else {
      if next > 0 {
        effects.removeAll(keepingCapacity: true)
        next = 0
      }
      return nil
    }
    next += 1
    return effects[next - 1]
  }

  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }
}
