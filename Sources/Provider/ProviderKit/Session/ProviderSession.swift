internal import BusProtocol
internal import MusicModel

/// The provider's side of a session as a pure state machine: it takes events and returns actions.
///
/// It uses no socket, task or clock. Times are milliseconds since the start of the program.
struct ProviderSession: Sendable {
  enum Event: Sendable {
    /// The program has started.
    case start
    case received(WireMessage)
    case receivedInvalid(WireError)
    /// A task is about to send a request (1), or has not sent it after all (-1).
    case spent(task: Int, upstream: String, change: Int)
    case streamed(task: Int, [Entity])
    case completed(task: Int, CallExecutor.Completion)
    /// The lifeline or a signal ends the program.
    case stop(String)
    /// Time has passed.
    case tick
  }

  enum Action: Hashable, Sendable {
    /// Replace the connection by a new one.
    case connect
    case send(WireMessage)
    /// Start a task for a call; ``Event/completed(task:_:)`` always follows.
    case run(Int, Method, CallParameters, timeLeftMs: Int)
    case cancel(task: Int)
    case log(String)
    case exit(Int32)
  }

  enum State: Hashable, Sendable {
    case new
    /// A hello with this id was sent.
    case awaitingWelcome(id: String, until: Int)
    case active(Active)
    /// The session has ended; the next hello follows at that time.
    case backingOff(until: Int)
    case ended
  }

  /// A session that the hub has opened.
  struct Active: Hashable, Sendable {
    let sid: String
    let since: Int
    var lastHeard: Int
    /// The liveness timeout of the hub.
    let deadMs: Int
    let limits: WireLimits
  }

  static let welcomeTimeoutMs = 5000
  /// A session that lasts this long resets the backoff.
  static let stableSessionMs = 10_000

  let descriptor: Descriptor
  let token: String
  let versions: VersionRange
  var state = State.new
  /// Calls in flight, by the hub's id.
  var calls: [String: InFlightCall] = [:]
  /// Running tasks, including those of calls that have already ended.
  var tasks: Set<Int> = []
  var completedCount = 0
  var helloCount = 0
  private var taskCount = 0
  var consecutiveFailures = 0
  var invalidCount = 0
  private var actions: [Action] = []

  /// `token` is the token of the start line, valid for any number of hellos.
  /// `versions` are the protocol versions to offer.
  init(descriptor: Descriptor, token: String, versions: VersionRange = .supported) {
    self.descriptor = descriptor
    self.token = token
    self.versions = versions
  }

  mutating func handle(_ event: Event, at now: Int) -> [Action] {
    actions = []
    switch event {
    case .start: sendHello(onNewConnection: true, at: now)
    case .received(let message): receive(message, at: now)
    case .receivedInvalid(let error): receiveInvalid(error)
    case .spent(let task, let upstream, let change): spent(change, at: upstream, by: task)
    case .streamed(let task, let items): streamed(items, by: task)
    case .completed(let task, let completion): completed(task, completion)
    case .stop(let reason): stop(reason)
    case .tick: break
    }
    checkTimeouts(now)
    return actions
  }

  /// The time of the next timeout.
  var nextDeadline: Int? {
    let ofState: Int? =
      switch state {
      case .awaitingWelcome(_, let until), .backingOff(let until): until
      case .active(let session): session.lastHeard + session.deadMs
      case .new, .ended: nil
      }
    return ([ofState] + calls.values.map { Optional($0.deadline) }).compactMap { $0 }.min()
  }

  mutating func emit(_ action: Action) { actions.append(action) }
  mutating func log(_ line: String) { emit(.log(line)) }

  mutating func nextTask() -> Int {
    taskCount += 1
    tasks.insert(taskCount)
    return taskCount
  }

  /// Sends a message. A body that cannot be encoded is a bug, which is logged.
  mutating func send(_ header: Header, _ body: some Encodable, attachment: [UInt8]? = nil) {
    do {
      emit(.send(try WireMessage(header, body, attachment: attachment)))
    } catch {
      log("Could not encode a \(header.type.rawValue) message: \(JSONCodec.describe(error))")
    }
  }
}
