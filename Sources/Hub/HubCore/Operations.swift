import BusProtocol
import FavoritesModel
import MusicModel

/// A number that the runtime returns with a result, such as of a write to disk. A call that waits again gets another; it is identified
/// by its session and its id there.
typealias Ticket = Int

/// A client's call that waits for the disk or the runtime instead of sources.
///
///     favourites   begin ─► opening ─► begin ─┬► checking ─► begin ─► reply      a list, after a look at what other programs did
///                                             ├► saving ─► reply                 a change
///                                             ├► loading ─► begin ─► reply       dead links
///                                             └► checked, compacted ─► reply     the whole file
///     verdicts     begin ─► verdict ─► written ─► reply
///     caches, manifests   begin ─► cache, manifests ─► reply
///     imports      begin ─► imports ─► reply, or, for an answer, as a change of favourites ─► imports ─► reply
///
/// Each gets one reply, at its deadline at the latest; what it waits for may end later.
struct Operation: Sendable {
  enum Wait: Sendable {
    /// The favourites are being opened; it begins again then.
    case opening
    /// What earlier hubs found about the links of favourites is being read; it begins again then.
    case loading
    /// The file is checked for changes by other programs; it begins again then, at this time at the latest.
    case checking(until: Instant)
    /// The change of the favourites that was made at that time is being saved.
    case saving(Timestamp, Done)
    /// The whole file is being checked, or compacted, which is the reply.
    case checked, compacted
    /// The verdicts before it are being written.
    case verdict(VerdictChange)
    /// Its verdict is being written.
    case written
    case cache
    case manifests
    /// The store of imports is to reply.
    case imports
  }

  let origin: CallOrigin
  let sid: String
  var parameters: CallParameters
  let deadlines: CallDeadlines
  let deadline: Instant
  /// Of an answer about a row of an import: what the row means, and the reply when that is kept.
  var meaning: ImportMeaning?
  var answered: OperationResult?
  var answeredBatch: String?
  /// `nil` before it waits, and after its reply; so one that is taken from those that wait still wants a reply if this is not `nil`.
  fileprivate(set) var wait: Wait?

  /// An operation with the deadline of its call, or with another one.
  init(
    _ origin: CallOrigin,
    sid: String,
    _ parameters: CallParameters,
    _ deadlines: CallDeadlines,
    deadline: Instant? = nil
  ) {
    self.origin = origin
    self.sid = sid
    self.parameters = parameters
    self.deadlines = deadlines
    self.deadline = deadline ?? deadlines.deadline
  }

  var method: Method { origin.method }

  /// The time at which it needs attention: that of its reply, or that of the end of its wait.
  fileprivate var due: Instant {
    if case .checking(let until) = wait { min(deadline, until) } else { deadline }
  }
}

extension Operation {
  /// Whether what it waits for has an effect in the hub, also if its call has ended.
  fileprivate var isDoneAnyway: Bool {
    if case .manifests = wait { return true }
    return method == .importsStart && wait != nil
  }
}

extension Operation.Wait {
  /// Operations that share a bound.
  enum Group: Hashable, Sendable { case favorites, verdicts, cache, manifests, imports }

  var group: Group {
    switch self {
    case .opening, .loading, .checking, .saving, .checked, .compacted: .favorites
    case .verdict, .written: .verdicts
    case .cache: .cache
    case .manifests: .manifests
    case .imports: .imports
    }
  }

  /// The reply at the deadline.
  func timedOut(favoritesAt path: String) -> Failure {
    let text: String
    switch self {
    case .opening:
      text = "The favourites \(path) are still being opened."
      return Failure(.favoritesUnavailable, text, retryAfterMs: 1000)
    case .loading: text = "The links of favourites are still being read; try again later."
    case .checking, .saving, .checked, .compacted:
      text = "Timed out writing to disk; the change may still have been saved."
    case .verdict: text = "Timed out saving the verdict; it was not saved."
    case .written: text = "Timed out saving the verdict; it may still have been saved."
    case .cache: text = "Timed out accessing the cache; try again later."
    case .imports: text = "Timed out accessing the imports; the change may still be made."
    case .manifests: text = "Timed out changing the manifests; the change may still have been made."
    }
    return Failure(.deadlineExceeded, text)
  }

  var cancelled: Failure {
    switch group {
    case .favorites:
      Failure(.cancelled, "The call was cancelled; the change may still have been saved.")
    case .verdicts:
      Failure(.cancelled, "The call was cancelled; the verdict may still have been saved.")
    case .cache, .manifests, .imports:
      Failure(.cancelled, "The call was cancelled; the change may still have been made.")
    }
  }
}

/// The operations that wait, by their tickets: the only place that knows them.
struct Operations: Sendable {
  private var waiting: [Ticket: Operation] = [:]
  /// Changes of manifests and starts of imports whose calls have their reply already, for which `wait` is `nil`: providers are still to be
  /// reloaded, and the import is to be carried out. What else the runtime has done for a call that has ended needs nothing more.
  private var orphans: [Ticket: Operation] = [:]

  /// Whether a call of a session waits.
  func contains(_ call: String, of sid: String) -> Bool {
    waiting.values.contains { $0.origin.id == call && $0.sid == sid }
  }

  /// Whether one of those operations waits.
  func contains(where isWanted: (Operation) -> Bool) -> Bool {
    waiting.values.contains(where: isWanted)
  }

  /// The number of waiting calls of a session.
  func count(of sid: String) -> Int { waiting.values.count { $0.sid == sid } }

  /// The number of operations that share a bound.
  func count(_ group: Operation.Wait.Group) -> Int {
    let left = orphans.values.count { ($0.method == .importsStart) == (group == .imports) }
    let hasLeft = group == .manifests || group == .imports
    return waiting.values.count { $0.wait?.group == group } + (hasLeft ? left : 0)
  }

  /// Checks that another operation of a group may wait. That of favourites, which counts changes that are not saved too, is
  /// `Favorites.checkRoom`.
  ///
  /// - Throws: `BUSY`, with this text.
  func checkRoom(
    _ group: Operation.Wait.Group,
    limit: Int,
    _ text: String,
    retryAfterMs: Int = 1000
  ) throws(Failure) {
    guard count(group) < limit else { throw Failure(.busy, text, retryAfterMs: retryAfterMs) }
  }

  /// Lets an operation wait.
  mutating func add(_ operation: Operation, _ wait: Operation.Wait, _ turn: inout Turn) -> Ticket {
    let ticket = turn.nextNumber()
    waiting[ticket] = operation
    waiting[ticket]?.wait = wait
    if let due = waiting[ticket]?.due { turn.timers.set(.operations, noLaterThan: due) }
    return ticket
  }

  /// Lets a waiting operation wait for something else.
  mutating func update(_ ticket: Ticket, _ wait: Operation.Wait) { waiting[ticket]?.wait = wait }

  /// The first verdict that waits for those before it, with its ticket.
  var nextVerdict: (Ticket, VerdictChange)? {
    waiting.sorted { $0.key < $1.key }.lazy.compactMap { ticket, operation in
      if case .verdict(let change) = operation.wait { (ticket, change) } else { nil }
    }.first
  }

  /// Removes an operation; `nil` if nothing is left to do for it.
  mutating func take(_ ticket: Ticket, _ turn: inout Turn) -> Operation? {
    let operation = waiting.removeValue(forKey: ticket) ?? orphans.removeValue(forKey: ticket)
    if waiting.isEmpty { turn.timers.cancel(.operations) }
    return operation
  }

  /// Removes those operations, in the order in which they began to wait.
  mutating func take(
    _ turn: inout Turn,
    where isWanted: (Operation) -> Bool
  ) -> [Operation] {
    let taken = waiting.filter { isWanted($0.value) }.sorted { $0.key < $1.key }
    for (ticket, operation) in taken {
      waiting[ticket] = nil
      guard operation.isDoneAnyway else { continue }
      orphans[ticket] = operation
      orphans[ticket]?.wait = nil
    }
    if waiting.isEmpty { turn.timers.cancel(.operations) }
    return taken.map(\.value)
  }

  /// Sets the timer for the first that needs attention.
  func setTimer(_ turn: inout Turn) {
    if let due = waiting.values.map(\.due).min() { turn.timers.set(.operations, at: due) }
  }
}

/// The reply to a call that waited.
enum OperationResult: Sendable {
  /// The short one is sent if the reply is too large for a message; without one, an error.
  case done(Done, short: Done?)
  /// A page of entities, in as many parts as it needs.
  case page([Entity], Done)
  case file([UInt8], Done)
  case failed(Failure)

  /// The reply to a change, short if the results do not fit into a message.
  static func change(_ done: Done) -> OperationResult {
    var short = Done()
    short.notes = ["The change was made; its results are too large for one message."]
    return .done(done, short: short)
  }

  /// The messages of the reply, by the id of its call.
  func messages(
    to call: String,
    _ settings: HubSettings,
    marked: (Entity) -> Entity
  ) -> ReplyMessages {
    var reply = ReplyMessages(to: call, settings)
    switch self {
    case .done(let done, let short?):
      if !reply.add(done) { reply.add(short, or: .replyTooLarge) }
    case .done(let done, nil): reply.add(done, or: .replyTooLarge)
    case .page(let items, let done):
      if !reply.add(items.map(marked), done) { reply.fail(reply.tooLarge()) }
    case .file(let bytes, let done):
      let failure = Failure(.tooLarge, "One favourite is too large for a message.")
      reply.add(done, attachment: bytes, or: failure)
    case .failed(let failure): reply.fail(failure)
    }
    return reply
  }
}
